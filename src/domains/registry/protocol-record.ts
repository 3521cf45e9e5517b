import { boolean, integer, nullableText, string, textList, unixSec } from '../../http/described.ts'
import { nullable } from '../../http/schemas.ts'
import { field, record } from '../../records/record.ts'

const hasNone = (what: string) => nullableText(`${what}; null when it has none`)
const modulePath = string('Path of the adapter that measures it; its slug where none is recorded')
const deadFrom = integer('When it stopped, Unix seconds; null while it runs')
const EXAMPLE_COIN = 'ethereum:0x1111111111111111111111111111111111111111'

/** What a protocol is and where it is found, under the names that clients read. */
export const protocolNames = {
  id: field(string('Id of the protocol; `parent#<slug>` of a parent'), '1'),
  name: field(string('Display name'), 'Example Swap'),
  slug: field(string('Name in paths'), 'example-swap'),
  symbol: field(hasNone('Symbol of its token'), 'EXS'),
  address: field(hasNone('Coin id of its token'), EXAMPLE_COIN, 'tokenCoin'),
  url: field(nullableText('Web site'), 'https://example.org'),
  description: field(nullableText('What it is, in words'), 'An exchange.'),
  logo: field(nullableText('URL of its logo'), null),
}

/** How it is listed: its kind, audits and relatives. */
export const protocolListing = {
  category: field(nullableText('Category'), 'Dexs'),
  tags: field(textList('Further categories'), []),
  audits: field(nullableText('Number of audits as text, 0 to 3'), '2'),
  audit_note: field(hasNone('Note on its audits'), null, 'auditNote'),
  audit_links: field(textList('URLs of its audits'), [], 'auditLinks'),
  aggregator_id: field(
    hasNone('Id of its token at the market-data aggregator'),
    'example-swap',
    'aggregatorId',
  ),
  rankingSiteId: field(hasNone('Id of its token at the ranking site'), null),
  module: field(modulePath, 'example-swap/index.js', modulePathOf),
  socialHandle: field(nullableText('Social handle'), 'exampleswap'),
  forkedFrom: field(textList('Names of the protocols it was forked from'), []),
  oracles: field(textList('Names of the oracles it uses'), []),
  listedAt: field(nullable(unixSec('When it was listed')), 1_640_995_200, 'listedAtSec'),
  deadFrom: field(nullable(deadFrom), null, 'deadFromSec'),
  parentProtocol: field(hasNone('Id of its parent'), null, 'parent'),
}

/** How it is measured and governed, and what is held against it. */
export const protocolDetails = {
  methodology: field(nullableText('How its TVL is counted'), 'Tokens held by the pools.'),
  governanceID: field(textList('Governance spaces'), [], 'governanceIds'),
  codeRepos: field(textList('Code repositories'), []),
  treasury: field(hasNone('Treasury module'), null),
  referralUrl: field(hasNone('Referral URL'), null),
  previousNames: field(textList('Names it had before'), []),
  doublecounted: field(
    boolean('Its value is counted in another protocol too'),
    false,
    'doubleCounted',
  ),
  misrepresentedTokens: field(boolean('Its tokens are not shown one by one'), false),
  deprecated: field(boolean('No longer supported'), false),
  rugged: field(boolean('Known to have been a fraud'), false),
  wrongLiquidity: field(boolean('Known to report wrong liquidity'), false),
  openSource: field(nullable(boolean('Its source code is public')), true),
}

/** All that the registry says of a protocol. */
export const protocolFields = { ...protocolNames, ...protocolListing, ...protocolDetails }

export const { members: protocolMembers } = record(protocolFields)

function modulePathOf({ module, slug }: { module: string | null; slug: string }): string {
  return module ?? slug
}

/** Display names of chains in the order that the response has. */
export function chainNames(order: string) {
  return textList(`Display names of its chains, ${order}`)
}
