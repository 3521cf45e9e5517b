import { toBatches } from '../../../lib/batches.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import type { Observations, SeenPrice } from '../../../sources/model/observations.ts'
import type { PriceBook, WantedPrices } from '../../../sources/model/price-book.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { normalizeCoinId, tokens } from '../../registry/public.ts'
import type { PriceRecord } from '../price-table.ts'
import { readPrices } from '../read.ts'
import { MAX_AGE_SEC, priceBookOf, priceSources, type TokenDescription } from './price-book-of.ts'

// tvl.md#records, coins.md#price-records: a less sure price values nothing.
const LEAST_CONFIDENCE = 0.5
// Coins are bound to a statement as one list; this many fit into the URL of a request to a
// server.
const COIN_BATCH_SIZE = 5_000
/** How far back the last price of a coin is looked for that has none which may be used. */
const LOOK_BACK_SEC = 30 * DAY_SEC

/** Prices, decimals and symbols of wanted coins, from what is on record and what was just seen. */
export async function loadPriceBook(
  snapshot: Snapshot,
  wanted: WantedPrices,
  seen: Pick<Observations, 'tokens' | 'prices'>,
): Promise<PriceBook> {
  const coins = [...new Set([...wanted.coins].map(spelled))]
  const described = await readTokens(snapshot, coins)
  addSeenTokens(described, seen.tokens)
  const sources = [...new Set(coins.flatMap((coin) => priceSources(coin, described.get(coin))))]
  const fromSec = wanted.fromSec - MAX_AGE_SEC
  const records = await readRecords(snapshot, sources, { fromSec, toSec: wanted.toSec })
  // Of a coin without a price that may be used, the last one tells how long it has been missing.
  const without = sources.filter((coin) => !records.has(coin))
  const outdated = { fromSec: fromSec - LOOK_BACK_SEC, toSec: fromSec - 1 }
  for (const [coin, list] of await readRecords(snapshot, without, outdated)) records.set(coin, list)
  addSeenPrices(records, seen.prices)
  return priceBookOf(described, records, wanted.toSec)
}

async function readRecords(
  snapshot: Snapshot,
  coins: readonly string[],
  range: { fromSec: number; toSec: number },
): Promise<Map<string, PriceRecord[]>> {
  const records = new Map<string, PriceRecord[]>()
  for (const some of toBatches(coins, COIN_BATCH_SIZE)) {
    for (const [coin, list] of await readPrices(snapshot, some, range, LEAST_CONFIDENCE))
      records.set(coin, list)
  }
  return records
}

async function readTokens(
  snapshot: Snapshot,
  coins: readonly string[],
): Promise<Map<string, TokenDescription>> {
  const described = new Map<string, TokenDescription>()
  for (const some of toBatches(coins, COIN_BATCH_SIZE)) {
    const rows = await snapshot.query<TokenDescription & { coin: string }>(
      sql`SELECT coin, symbol, decimals, redirect FROM ${snapshot.current(tokens, sql`coin IN {coins:Array(String)}`)}`,
      { coins: some },
    )
    for (const { coin, ...token } of rows) described.set(coin, token)
  }
  return described
}

/** What is on record stands; what was seen fills its gaps. A redirect that was seen is news. */
function addSeenTokens(
  described: Map<string, TokenDescription>,
  seen: Observations['tokens'],
): void {
  for (const token of seen) {
    const coin = spelled(token.coin)
    const known = described.get(coin)
    const redirect =
      token.redirect === undefined || spelled(token.redirect) === coin
        ? null
        : spelled(token.redirect)
    described.set(coin, {
      symbol: known?.symbol ?? token.symbol,
      decimals: known?.decimals ?? token.decimals,
      redirect: redirect ?? known?.redirect ?? null,
      stated: { decimals: token.decimals, supplyTokens: token.supplyTokens ?? null },
    })
  }
}

/** What was seen is newer than records of the same second; of several sightings the surest. */
function addSeenPrices(records: Map<string, PriceRecord[]>, seen: readonly SeenPrice[]): void {
  const sure = seen.filter(
    ({ inCoin, confidence }) => inCoin === undefined && confidence >= LEAST_CONFIDENCE,
  )
  const byCoin = Map.groupBy(sure, ({ coin }) => spelled(coin))
  for (const [coin, list] of byCoin) {
    const surestLast = list.toSorted((a, b) => a.confidence - b.confidence)
    const bySec = new Map((records.get(coin) ?? []).map((record) => [record.atSec, record]))
    for (const { atSec, priceUsd, confidence } of surestLast)
      bySec.set(atSec, { atSec, priceUsd, confidence })
    records.set(
      coin,
      [...bySec.values()].sort((a, b) => a.atSec - b.atSec),
    )
  }
}

function spelled(coin: string): string {
  return normalizeCoinId(coin) ?? coin
}
