import { joinSql, sql } from '../../lib/sql.ts'
import { orNull, t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import { chainKeySql, coinIdSql, knownChains } from '../registry/public.ts'

// Time and run in one number, which the engine compares quicker than two.
const NEWNESS = sql`toUInt64(atSec) * 4294967296 + run`

/** SQL of the newest record and run; the same words use the projection. No confidence is −1. */
export const NEWEST_PRICE_SQL = {
  newestSec: sql`max(atSec)`,
  price: sql`argMax(priceUsd, ${NEWNESS})`,
  confidence: sql`argMax(ifNull(confidence, -1), ${NEWNESS})`,
  newestRun: sql`max(run)`,
} as const

export const prices = defineFact({
  name: 'prices',
  describe: 'Prices of coins in US dollars.',
  key: { coin: t.text('Coin id: <chain>:<address> or <source>:<id>', { max: 300 }) },
  time: 'atSec',
  values: {
    priceUsd: t.float('Price in US dollars', { min: 0 }),
    confidence: orNull(t.float('How far the price can be trusted, 0 to 1', { min: 0, max: 1 })),
  },
  normalize: { coin: coinIdSql(sql`coin`) },
  // coins.md#price-records: a price this doubtful is kept for inspection, never served.
  hold: [{ reason: 'confidence under 0.3', when: sql`confidence < 0.3` }],
  // What a start and its first requests need costs as much as there are coins, however long the
  // history is.
  projections: {
    newest: sql`SELECT coin, quality, ${joinSql(Object.values(NEWEST_PRICE_SQL))} GROUP BY coin, quality`,
  },
})

export const supplies = defineFact({
  name: 'supplies',
  describe: 'Circulating supply of coins, in whole tokens; with the price it gives the market cap.',
  key: { coin: t.text('Coin id', { max: 300 }) },
  time: 'atSec',
  values: { circulating: t.float('Tokens in circulation', { min: 0 }) },
  normalize: { coin: coinIdSql(sql`coin`) },
})

export const blocks = defineFact({
  name: 'blocks',
  describe: 'Blocks of chains: height and time.',
  key: { chain: t.word('Chain, by any of its names') },
  time: 'atSec',
  values: { height: t.int('Block number', { min: 0 }) },
  normalize: { chain: chainKeySql(sql`chain`) },
  known: { chain: knownChains() },
})
