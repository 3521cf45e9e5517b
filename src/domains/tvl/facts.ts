import { identifier, sql } from '../../lib/sql.ts'
import { t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import { chainKeySql, coinIdSql, knownChains } from '../registry/public.ts'

/** Parts that never count into TVL (tvl.md#list-of-protocols); the plain value is `tvl`. */
export const SECTIONS = [
  'staking',
  'pool2',
  'borrowed',
  'vesting',
  'offers',
  'treasury',
  'OwnTokens',
] as const
export const PLAIN = 'tvl'

// tvl.md#records: nothing of this size exists; such a row is kept for inspection and never served.
const TOO_LARGE_USD = 300e9

const hold = (column: string) => [
  { reason: 'more than 300 bn USD', when: sql`${identifier(column)} > ${TOO_LARGE_USD}` },
]
const section = t.word(`tvl for the plain value, or a section: ${SECTIONS.join(', ')}`)

/** A record is all rows of its timestamp: a chain that is not among them has no value then. */
export const tvlRecords = defineFact({
  name: 'tvl',
  describe:
    'Value locked in a protocol, per chain and section, in US dollars. Records are hourly or daily.',
  key: {
    protocol: t.text('Id of the protocol', { max: 200 }),
    chain: t.word('Chain, by any of its names'),
    section,
  },
  time: 'atSec',
  values: { tvlUsd: t.float('Value in US dollars', { min: 0 }) },
  normalize: { chain: chainKeySql(sql`chain`) },
  known: { chain: knownChains() },
  hold: hold('tvlUsd'),
})

export const tvlTokens = defineFact({
  name: 'tvl_tokens',
  describe:
    'The tokens behind a TVL record: amount and value per protocol, chain, section and token.',
  key: {
    protocol: t.text('Id of the protocol', { max: 200 }),
    chain: t.word('Chain, by any of its names'),
    section,
    token: t.text('Coin id of the token', { max: 300 }),
  },
  time: 'atSec',
  values: {
    symbol: t.word('Symbol, upper case'),
    amount: t.float('Whole tokens', { min: 0 }),
    valueUsd: t.float('Value in US dollars', { min: 0 }),
  },
  normalize: {
    chain: chainKeySql(sql`chain`),
    token: coinIdSql(sql`token`),
    symbol: sql`upper(symbol)`,
  },
  known: { chain: knownChains() },
  hold: hold('valueUsd'),
})

export const BUCKETS = ['canonical', 'native', 'thirdParty', 'ownTokens'] as const

export const chainAssets = defineFact({
  name: 'chain_assets',
  describe:
    'Assets on a chain by how they came there: canonical bridge, minted natively, third-party bridge, the chain’s own token.',
  key: {
    chain: t.word('Chain, by any of its names'),
    bucket: t.word(`One of ${BUCKETS.join(', ')}`),
    symbol: t.text('Symbol', { max: 60 }),
  },
  time: 'atSec',
  values: { valueUsd: t.float('Value in US dollars', { min: 0 }) },
  normalize: { chain: chainKeySql(sql`chain`) },
  known: { chain: knownChains() },
})
