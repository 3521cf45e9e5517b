import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { provenanceQuery } from '../../../test/support/operations.ts'
import { TestApp } from '../../../test/support/test-app.ts'
import { domains } from '../../domains/index.ts'
import { identifier, identifiers, joinSql, sql } from '../../lib/sql.ts'
import { tableOf } from '../../store/tables.ts'

interface Row {
  key: Record<string, string | number>
  atSec: number | null
  versions: { run: number; values: Record<string, unknown>; isCurrent: boolean }[]
}
interface TracedFact {
  fact: string
  reason: string | null
  versionCount: number
  rows: Row[]
}
/** Fact → column of its key → the values that rows may have. */
type Keys = Record<string, Record<string, readonly unknown[]>>

/** Operations of the contract and those of older clients; one is not about facts. */
const operations = domains.flatMap(({ routes }) => routes).filter(({ reads }) => reads.length > 0)

// Harbor Swap has the number 35 and no parent; its token has one address.
const HARBOR = { protocols: { id: ['35'] }, protocol_hallmarks: { protocol: ['35'] } }
const HARBOR_TOKEN = ['ethereum:0x5c9da77d727f6e1db744d2ed9f8b39bfb7da347b']
const HARBOR_DEXS = { ...HARBOR, dimension_days: { protocol: ['35'], metric: ['dexs'] } }
const HARBOR_FEES = {
  ...HARBOR,
  dimension_days: { protocol: ['35'], metric: ['fees'] },
  dimension_methods: { protocol: ['35'], metric: ['fees'] },
}
const BITCOIN = {
  tokens: { coin: ['aggregator:bitcoin'] },
  prices: { coin: ['aggregator:bitcoin'] },
}
const POOL = { pool: ['ff450c18-3fbb-57da-9454-02e4c317f463'] }
const LISTING = { ticker: ['ZBLTH'], country: ['US'] }
const COMPANY = {
  equity_listings: LISTING,
  equity_profiles: LISTING,
  equity_bars: LISTING,
  equity_bars_5m: LISTING,
  equity_splits: LISTING,
  equity_dividends: LISTING,
  equity_filers: { cik: ['0009000001'] },
  equity_filings: { cik: ['0009000001'] },
  company_facts: { cik: ['0009000001'] },
  equity_perps: { ticker: ['ZBLTH'] },
  equity_tokens: { ticker: ['ZBLTH'] },
}
const PRIVATE = Object.fromEntries(
  ['companies', 'marks', 'rounds', 'perps', 'tokens'].map((name) => [
    `pre_ipo_${name}`,
    { company: ['northwind-minds'] },
  ]),
)
const ETHEREUM = ['ethereum']

/** What the examples of operations about one thing may show, by what the demo world calls it. */
const ONE_THING: Record<string, Keys> = {
  'coins.getCurrentPrices': BITCOIN,
  'coins.getHistoricalPrices': BITCOIN,
  'coins.getBatchHistorical': BITCOIN,
  'coins.getChart': BITCOIN,
  'coins.getPercentage': BITCOIN,
  'coins.getFirstPrices': BITCOIN,
  'coins.postPrices': BITCOIN,
  'coins.getBlock': { blocks: { chain: ETHEREUM } },
  'dimensions.getDexsSummary': HARBOR_DEXS,
  'dimensions.getFeesSummary': HARBOR_FEES,
  'dimensions.getMetricProtocol': HARBOR_DEXS,
  'dimensions.getMetricProtocolChart': HARBOR_DEXS,
  'dimensions.getMetricProtocolChainBreakdown': HARBOR_DEXS,
  'dimensions.getMetricProtocolVersionBreakdown': HARBOR_DEXS,
  'dimensions.getMetricProtocolLabelBreakdown': {
    ...HARBOR,
    dimension_days: { protocol: ['35'], metric: ['fees'], dataType: ['dailyFees'] },
  },
  'dimensions.getDexsChainOverview': { dimension_days: { metric: ['dexs'], chain: ETHEREUM } },
  'dimensions.getMetricChainChart': {
    dimension_days: { metric: ['dexs'], chain: ETHEREUM, dataType: ['dailyVolume'] },
  },
  'tvl.getProtocol': {
    ...HARBOR,
    tvl: { protocol: ['35'] },
    tvl_tokens: { protocol: ['35'] },
    tokens: { coin: HARBOR_TOKEN },
    prices: { coin: HARBOR_TOKEN },
    supplies: { coin: HARBOR_TOKEN },
    dimension_days: { protocol: ['35'], metric: ['fees'] },
  },
  'tvl.getCurrentTvl': { ...HARBOR, tvl: { protocol: ['35'] } },
  'tvl.getInflows': { ...HARBOR, tvl_tokens: { protocol: ['35'] } },
  'tvl.getHistoricalChainTvl': { tvl: { chain: ETHEREUM, section: ['tvl'] } },
  'attribution.getOracleProtocolChart': { oracle_links: { oracle: ['Beacon Feeds'] } },
  'stablecoins.getAsset': {
    stablecoins: { id: ['1'] },
    stablecoin_supply: { asset: ['1'] },
    stablecoin_bridged: { asset: ['1'] },
    prices: { coin: ['aggregator:tether'] },
    tokens: { coin: ['aggregator:tether'] },
  },
  'stablecoins.getChartByChain': {
    stablecoin_supply: { chain: ETHEREUM },
    stablecoin_bridged: { chain: ETHEREUM },
  },
  'yields.getPoolChart': { yield_samples: POOL },
  'yields.getLendBorrowChart': { yield_samples: POOL, lending_samples: POOL },
  'users.getUserData': {
    protocols: { id: ['1'] },
    dimension_days: { protocol: ['1'], metric: ['active-users'], dataType: ['dailyActiveUsers'] },
  },
  'unlocks.getEmission': {
    protocols: { id: ['35'] },
    unlock_schedules: { id: ['harbor-swap'] },
    unlock_records: { schedule: ['harbor-swap'] },
  },
  'bridges.get': { bridges: { id: [1] }, bridge_transfers: { bridge: [1] } },
  'bridges.listTransactions': { bridges: { id: [1] }, bridge_transfers: { bridge: [1] } },
  'rwa.getChain': { rwa_supply: { chain: ETHEREUM }, rwa_positions: { chain: ETHEREUM } },
  'equities.getStatements': COMPANY,
  'equities.getPriceHistory': COMPANY,
  'equities.getSummary': COMPANY,
  'equities.listFilings': COMPANY,
  'equities.getOnchain': COMPANY,
  'preIpo.getValuations': PRIVATE,
  'preIpo.listRaises': PRIVATE,
  'preIpo.getIntegrations': PRIVATE,
  'dat.getInstitution': {
    ...COMPANY,
    ...BITCOIN,
    dat_institutions: { institution: [1] },
    dat_shares: { institution: [1] },
  },
  'financials.getStatement': {
    ...HARBOR_FEES,
    unlock_schedules: { id: ['harbor-swap'] },
    prices: { coin: HARBOR_TOKEN },
  },
}

let service: TestApp
beforeAll(async () => {
  service = await TestApp.startDemo()
})
afterAll(() => service.stop())

async function trace(query: Record<string, string>): Promise<TracedFact[]> {
  const { status, body } = await service.get(`/meta/provenance?${new URLSearchParams(query)}`)
  expect(status, JSON.stringify(body).slice(0, 300)).toBe(200)
  return (body as { facts: TracedFact[] }).facts
}

/** What the table itself holds under the key, time and run of a version. */
async function storedValues(factName: string, { key, atSec, versions: [version] }: Row) {
  const fact = service.app.store.facts.get(factName)
  if (fact === undefined || version === undefined) throw new Error(`${factName} has no row.`)
  const conditions = Object.keys(key).map(
    (name) => sql`toString(${identifier(name)}) = {${identifier(name)}:String}`,
  )
  if (fact.time !== undefined) conditions.push(sql`atSec = {atSec:UInt32}`)
  const texts = Object.fromEntries(
    Object.entries(key).map(([name, value]) => [name, String(value)]),
  )
  return service.app.store.engine.query(
    sql`SELECT ${identifiers(Object.keys(fact.values))} FROM ${tableOf(fact)} WHERE run = {run:UInt32} AND ${joinSql(conditions, sql` AND `)}`,
    { ...texts, run: version.run, ...(atSec !== null && { atSec }) },
  )
}

function strangers(facts: readonly TracedFact[], allowed: Keys): unknown[] {
  return facts.flatMap(({ fact, rows }) =>
    rows
      .filter(({ key }) =>
        Object.entries(allowed[fact] ?? {}).some(([name, values]) => !values.includes(key[name])),
      )
      .map(({ key }) => ({ fact, key })),
  )
}

describe.each(operations)('$id', (route) => {
  test('behavior: rows that are in the facts, of each fact that it reads', async () => {
    const facts = await trace({ ...provenanceQuery(route), rows: '20' })
    expect(facts.map(({ fact }) => fact)).toEqual([...new Set(route.reads)])
    expect(facts.some(({ rows }) => rows.length > 0)).toBe(true)
    for (const { fact, rows, reason, versionCount } of facts) {
      expect(rows.length > 0, fact).toBe(reason === null)
      expect(versionCount).toBeGreaterThanOrEqual(rows.length)
      const times = rows.flatMap(({ atSec }) => atSec ?? [])
      expect(times).toEqual(times.toSorted((a, b) => b - a))
      for (const row of [rows[0], rows.at(-1)])
        if (row !== undefined)
          expect(await storedValues(fact, row)).toEqual([row.versions[0]?.values])
    }
  })

  const allowed = ONE_THING[route.id]
  if (allowed === undefined) return
  test('behavior: nothing of any other thing than the one that was requested', async () => {
    const facts = await trace({ ...provenanceQuery(route), rows: '1000' })
    expect(strangers(facts, allowed)).toEqual([])
    const shown = facts.filter(({ rows }) => rows.length > 0).map(({ fact }) => fact)
    expect(shown.some((fact) => fact in allowed)).toBe(true)
  })
})

test('behavior: at least 25 operations about one thing are checked by hand', () => {
  const known = new Set(operations.map(({ id }) => id))
  expect(Object.keys(ONE_THING).filter((id) => !known.has(id))).toEqual([])
  expect(Object.keys(ONE_THING).length).toBeGreaterThanOrEqual(25)
})
