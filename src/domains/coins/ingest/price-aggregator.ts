import { DAY_SEC, dayStart } from '../../../lib/clock.ts'
import { type Sql, sql } from '../../../lib/sql.ts'
import { parseJson } from '../../../sources/mirror/read-value.ts'
import type { FetchSource } from '../../../sources/model/fetch-source.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { chains, protocols, tokens } from '../../registry/public.ts'
import { NEWEST_PRICE_SQL, prices, supplies } from '../facts.ts'
import {
  AGGREGATOR,
  AGGREGATOR_PREFIX,
  AGGREGATOR_SETTINGS,
  aggregatorLimits,
  keyHeaders,
  listMarkets,
  MARKETS_PER_PAGE,
  type Market,
} from './aggregator.ts'

// coins.md#price-records: prices of a market aggregator.
const CONFIDENCE = 0.99
const PRICED_WITHIN_SEC = 30 * DAY_SEC

interface Plan {
  ids: string[]
  /** Coins whose supply of this day is on record. */
  supplied: ReadonlySet<string>
}

interface Payload {
  pages: { label: string; body: unknown; atSec: number }[]
}

/** Prices and supplies from a market-data aggregator. */
export const priceAggregator: FetchSource<Plan, Payload> = {
  name: AGGREGATOR,
  describe: 'Prices, market caps and supplies of coins from a market-data aggregator',
  methodology:
    'The newest price and the circulating supply of every coin that the registry knows by its id at the aggregator, that has had a price of it in the last 30 days, or that is named in the settings. Supplies are taken once a day; where only the market cap is given, the supply is the market cap divided by the price and marked as extrapolated.',
  version: 1,
  terms:
    'Those of the aggregator you choose; most ask for a link and limit requests by the minute.',
  key: 'optional',
  settings: AGGREGATOR_SETTINGS,
  facts: [prices, supplies, tokens],
  step: 'hour',
  cadence: '3 * * * *',
  hasPast: false,
  limits: aggregatorLimits,

  async plan(snapshot, { settings, atSec }) {
    const named = (settings.ids ?? '').split(',').map((id) => id.trim().toLowerCase())
    const known = await listKnownIds(snapshot, atSec)
    const ids = [...new Set([...known, ...named])].filter((id) => id !== '').sort()
    return { ids, supplied: await listSupplied(snapshot, dayStart(atSec)) }
  },

  async extract(fetcher, { plan: { ids }, settings }) {
    const pages: Payload['pages'] = []
    for (let from = 0; from < ids.length; from += MARKETS_PER_PAGE) {
      const batch = ids.slice(from, from + MARKETS_PER_PAGE)
      const query = `vs_currency=usd&ids=${batch.map(encodeURIComponent).join(',')}&per_page=${MARKETS_PER_PAGE}&page=1&precision=full`
      const url = `${settings.url}/coins/markets?${query}`
      const fetched = await fetcher.get(url, { headers: keyHeaders(settings) })
      if (fetched === undefined) continue
      const label = `/coins/markets (coins from ${batch[0]} on)`
      pages.push({ label, body: parseJson(fetched.body, label), atSec: fetched.atSec })
    }
    return { pages }
  },

  transform({ pages }, { plan: { supplied } }) {
    const markets = pages.flatMap(({ label, body, atSec }) =>
      listMarkets(body, label).map((market) => ({ ...market, atSec: market.atSec ?? atSec })),
    )
    const priced = markets.flatMap(({ coin, priceUsd, atSec }) =>
      priceUsd === null ? [] : [{ coin, atSec, priceUsd, confidence: CONFIDENCE }],
    )
    return [
      { fact: prices, rows: priced, onlyChanged: true },
      {
        fact: supplies,
        rows: markets.filter(({ coin }) => !supplied.has(coin)).flatMap(supplyRow),
      },
      {
        fact: tokens,
        rows: markets.map(({ coin, symbol, name }) => ({ coin, symbol, name })),
        onlyNew: true,
      },
    ]
  },
}

/** A supply or market cap of 0 means that it is not known. */
function supplyRow({ coin, atSec, circulating, ...market }: Market): Record<string, unknown>[] {
  const { marketCapUsd, priceUsd } = market
  if (circulating !== null && circulating > 0) return [{ coin, atSec, circulating }]
  if (marketCapUsd === null || priceUsd === null || marketCapUsd <= 0 || priceUsd <= 0) return []
  return [{ coin, atSec, circulating: marketCapUsd / priceUsd, quality: 'extrapolated' }]
}

async function listKnownIds(snapshot: Snapshot, atSec: number): Promise<string[]> {
  const idOf = (column: Sql) => sql`substring(${column}, ${AGGREGATOR_PREFIX.length + 1})`
  const isPriced = sql`${NEWEST_PRICE_SQL.newestSec} > {sinceSec:UInt32}`
  const found = await snapshot.query<{ id: string }>(
    sql`SELECT DISTINCT id FROM (
      SELECT lower(assumeNotNull(aggregatorId)) AS id FROM ${snapshot.current(protocols)} WHERE ifNull(aggregatorId, '') != ''
      UNION ALL SELECT ${idOf(sql`coin`)} FROM ${snapshot.current(tokens)} WHERE startsWith(coin, {prefix:String})
      UNION ALL SELECT ${idOf(sql`assumeNotNull(redirect)`)} FROM ${snapshot.current(tokens)} WHERE startsWith(ifNull(redirect, ''), {prefix:String})
      UNION ALL SELECT ${idOf(sql`coin`)} FROM (SELECT coin ${snapshot.versions(prices, sql`startsWith(coin, {prefix:String})`)} GROUP BY coin HAVING ${isPriced})
    )`,
    { prefix: AGGREGATOR_PREFIX, sinceSec: Math.max(0, atSec - PRICED_WITHIN_SEC) },
  )
  const ofChains = chains.list().flatMap(({ aggregatorId }) => aggregatorId ?? [])
  return [...ofChains, ...found.map(({ id }) => id)]
}

async function listSupplied(snapshot: Snapshot, daySec: number): Promise<Set<string>> {
  const found = await snapshot.query<{ coin: string }>(
    sql`SELECT DISTINCT coin ${snapshot.versions(supplies, sql`atSec >= {daySec:UInt32} AND startsWith(coin, {prefix:String})`)}`,
    { daySec, prefix: AGGREGATOR_PREFIX },
  )
  return new Set(found.map(({ coin }) => coin))
}
