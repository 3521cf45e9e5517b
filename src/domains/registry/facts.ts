import categoryData from '../../../data/categories.json' with { type: 'json' }
import { LATEST_UNIX_SEC } from '../../lib/clock.ts'
import { sql } from '../../lib/sql.ts'
import { orFalse, orNull, t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import { coinIdSql } from './coin-id.ts'

/** Protocols and parents (`parent#<slug>`); a rename is a new row with `previousNames`. */
export const protocols = defineFact({
  name: 'protocols',
  describe: 'Protocols and parent protocols with their descriptions and flags.',
  key: {
    id: t.text('Number of the protocol as text, or parent#<slug> for a parent', { max: 200 }),
  },
  values: {
    name: t.text('Display name', { max: 200 }),
    symbol: orNull(t.text('Symbol of its own token', { max: 60 })),
    category: orNull(t.word('Category, one of data/categories.json')),
    parent: orNull(t.text('Id of the parent protocol')),
    tokenCoin: orNull(t.text('Coin id of its own token')),
    url: orNull(t.text('Web site')),
    description: orNull(t.text('What it is')),
    logo: orNull(t.text('URL of its logo')),
    aggregatorId: orNull(t.text('Id of its token at the market-data aggregator')),
    rankingSiteId: orNull(t.text('Id of its token at the ranking site')),
    socialHandle: orNull(t.text('Social handle')),
    module: orNull(t.text('Path of the adapter that measures it')),
    methodology: orNull(t.text('How its TVL is counted')),
    audits: orNull(t.word('Number of audits as text, 0 to 3')),
    auditNote: orNull(t.text('Note on audits')),
    auditLinks: t.texts('URLs of audits'),
    listedAtSec: orNull(t.int('When it was listed, Unix seconds')),
    deadFromSec: orNull(t.int('When it stopped, Unix seconds')),
    previousNames: t.texts('Names it had before'),
    tags: t.texts('Further categories'),
    forkedFrom: t.texts('Names of the protocols it was forked from'),
    oracles: t.texts('Oracles it uses'),
    governanceIds: t.texts('Governance spaces'),
    codeRepos: t.texts('Code repositories'),
    treasury: orNull(t.text('Treasury module')),
    referralUrl: orNull(t.text('Referral URL')),
    doubleCounted: orFalse(t.bool('Its value is counted in another protocol too')),
    misrepresentedTokens: orFalse(t.bool('Its tokens are not shown one by one')),
    excludedFromParent: orFalse(t.bool('Left out of its parent’s totals')),
    deprecated: orFalse(t.bool('No longer supported')),
    rugged: orFalse(t.bool('Known to have been a fraud')),
    wrongLiquidity: orFalse(t.bool('Known to report wrong liquidity')),
    openSource: orNull(t.bool('Source code is public')),
  },
  normalize: { tokenCoin: coinIdSql(sql`tokenCoin`) },
  known: {
    category: { what: 'category', values: categoryData.categories, names: categoryData.categories },
  },
})

/** Tokens: what a coin id is called, how many decimals it has, and where its price comes from. */
export const tokens = defineFact({
  name: 'tokens',
  describe:
    'Tokens: symbol, decimals and, for bridged or wrapped ones, the coin whose price they take.',
  key: { coin: t.text('Coin id: <chain>:<address> or <source>:<id>', { max: 300 }) },
  values: {
    symbol: t.text('Symbol', { max: 60 }),
    name: orNull(t.text('Name', { max: 200 })),
    decimals: orNull(t.int('Decimals of the raw amount', { min: 0, max: 255 })),
    redirect: orNull(t.text('Coin id whose price this one takes')),
  },
  normalize: { coin: coinIdSql(sql`coin`), redirect: coinIdSql(sql`redirect`) },
})

/** Dated events; the date is in the key, as only new rows of facts without a time are written. */
export const protocolHallmarks = defineFact({
  name: 'protocol_hallmarks',
  describe:
    'Dated events of protocols, such as the opening of a version or an attack. Several may fall on one day.',
  key: {
    protocol: t.text('Id of the protocol, or parent#<slug> for a parent', { max: 200 }),
    onSec: t.int('When it happened, Unix seconds', { min: 0, max: LATEST_UNIX_SEC }),
    event: t.text('What happened, in words', { max: 2_000 }),
  },
  values: {
    withdrawn: orNull(
      t.bool('true takes an earlier event with this date and these words back; empty means false'),
    ),
  },
  normalize: { event: sql`trimBoth(event)` },
  hold: [{ reason: 'the event is blank', when: sql`trimBoth(event) = ''` }],
})
