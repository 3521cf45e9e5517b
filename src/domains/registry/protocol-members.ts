import Type from 'typebox'
import { nullableText, textList, unixSec } from '../../http/described.ts'
import { nullable } from '../../http/schemas.ts'

const hasNone = (what: string) => nullableText(`${what}; null when it has none`)
const says = (description: string) => Type.Boolean({ description })

/** Members of responses that describe a protocol, under the names that clients read. */
export const protocolMembers = {
  id: Type.String({ description: 'Id of the protocol; `parent#<slug>` of a parent' }),
  name: Type.String({ description: 'Display name' }),
  slug: Type.String({ description: 'Name in addresses' }),
  symbol: hasNone('Symbol of its token'),
  address: hasNone('Coin id of its token'),
  url: nullableText('Web site'),
  description: nullableText('What it is, in words'),
  logo: nullableText('Address of its logo'),
  category: nullableText('Category'),
  tags: textList('Further categories'),
  audits: nullableText('Number of audits as text, 0 to 3'),
  audit_note: hasNone('Note on its audits'),
  audit_links: textList('Addresses of its audits'),
  aggregator_id: hasNone('Id of its token at the market-data aggregator'),
  rankingSiteId: hasNone('Id of its token at the ranking site'),
  module: Type.String({
    description: 'Path of the adapter that measures it; its slug where none is recorded',
  }),
  socialHandle: nullableText('Social handle'),
  forkedFrom: textList('Names of the protocols it was forked from'),
  oracles: textList('Names of the oracles it uses'),
  listedAt: nullable(unixSec('When it was listed')),
  deadFrom: nullable(
    Type.Integer({ description: 'When it stopped, Unix seconds; null while it runs' }),
  ),
  parentProtocol: hasNone('Id of its parent'),
  methodology: nullableText('How its TVL is counted'),
  governanceID: textList('Governance spaces'),
  codeRepos: textList('Code repositories'),
  treasury: hasNone('Treasury module'),
  referralUrl: hasNone('Referral address'),
  previousNames: textList('Names it had before'),
  doublecounted: says('Its value is counted in another protocol too'),
  misrepresentedTokens: says('Its tokens are not shown one by one'),
  deprecated: says('No longer supported'),
  rugged: says('Known to have been a fraud'),
  wrongLiquidity: says('Known to report wrong liquidity'),
  openSource: nullable(says('Its source code is public')),
}

/** Display names of chains in the order that the response has. */
export function chainNames(order: string) {
  return textList(`Display names of its chains, ${order}`)
}
