import { dimensionDays } from '../src/domains/dimensions/facts.ts'
import { METRICS } from '../src/domains/dimensions/metrics.ts'
import { protocols } from '../src/domains/registry/facts.ts'
import { chains } from '../src/domains/registry/public.ts'
import { at } from '../src/lib/at.ts'
import { DAY_SEC, dayStart, toSec } from '../src/lib/clock.ts'
import { joinSql, literal, type Sql, sql } from '../src/lib/sql.ts'
import type { Stage } from '../src/runs/stage.ts'
import { tableOf } from '../src/store/tables.ts'
import { rateCached } from './support/cached-response.ts'
import {
  addAfterCommit,
  addCold,
  addFirst,
  addGrowth,
  addLimited,
  addMemory,
  formatMs,
} from './support/engine-limits.ts'
import { longestBlockMs } from './support/event-loop.ts'
import {
  type FilledService,
  fillStore,
  medianMs,
  timeLoaded,
  withService,
} from './support/filled-service.ts'
import { importCsv } from './support/import-csv.ts'
import type { Report } from './support/report.ts'
import { countAt, SHARE } from './support/share.ts'
import type { TimedResponse } from './support/timed-response.ts'

const DAYS = 1_826
const [FEW, MANY] = [countAt(SHARE / 10, 1_500), countAt(SHARE, 1_500)]
const SAMPLED_PROTOCOLS = Math.min(30, FEW)
const MAX_BLOCK_MS = 50
const MIN_CACHED_RATIO = 0.42
const CATEGORIES = [
  'Dexs',
  'Lending',
  'Derivatives',
  'Yield',
  'Bridge',
  'CDP',
  'RWA',
  'Liquid Staking',
]

/** Daily figures of 1,500 protocols in 10 metrics on several chains over 5 years. */
export async function dimensions(report: Report): Promise<void> {
  const todaySec = dayStart(toSec(Date.now()))
  const fill = (count: number) => (dataDir: string) => fillDays(dataDir, count, todaySec)
  const first = '/api/v2/metrics/dexs'
  const smallMs = await timeLoaded(fill(FEW), [first], timeProtocols)
  await withService(fill(MANY), async (service, { rows, engine }) => {
    report.section(
      `Daily figures of ${MANY.toLocaleString('en')} protocols in 10 metrics over five years, ${Math.round(rows / 1e6)} M rows`,
    )
    addFirst(report, first, (await service.get(first)).ms)
    for (const [path, own] of pathsOf(engine))
      addCold(report, path, (await service.get(path)).ms, own)
    report.add('the engine alone, a metric summed by day without any rule', formatMs(engine.sums))
    await measureLargest(report, service, engine)
    const chartMs = await timeProtocols(service)
    const sampled = `median of ${SAMPLED_PROTOCOLS}`
    addCold(report, `chart of one protocol, ${sampled}`, chartMs, engine.protocol)
    addGrowth(report, 'chart of one protocol', chartMs, smallMs)
    for (const { name } of METRICS) await service.get(`/api/v2/metrics/${name}`)
    addMemory(report, service)
    const cached = await rateCached(
      `${service.url}/overview/dexs?excludeTotalDataChart=true&${WITHOUT_PARTS}`,
      service.dataDir,
    )
    const what = 'a cached overview, requests a second against nginx with the same bytes'
    report.ratio(what, cached.ours, cached.file, MIN_CACHED_RATIO)
    await measureAfterNewDay(report, service, { engine, todaySec })
  })
}

const WITHOUT_PARTS = 'excludeTotalDataChartBreakdown=true'

type EngineTimes = Awaited<ReturnType<typeof fillDays>>['engine']

/** Responses with the engine's time for their rows: of a metric, a chain, a category, a protocol. */
function pathsOf(engine: EngineTimes): [path: string, own: number][] {
  return [
    [`/api/overview/dexs?${WITHOUT_PARTS}`, engine.metric],
    [`/api/overview/fees?${WITHOUT_PARTS}`, engine.metric],
    [`/api/overview/open-interest?${WITHOUT_PARTS}`, engine.metric],
    ['/api/v2/metrics/fees/category/dexs', engine.metric],
    ['/api/v2/chart/derivatives', engine.metric],
    ['/api/v2/chart/fees/chain-breakdown', engine.metric],
    [`/api/overview/dexs/ethereum?${WITHOUT_PARTS}`, engine.chain],
    ['/api/v2/metrics/dexs/chain/ethereum', engine.chain],
    ['/api/v2/chart/dexs/chain/ethereum', engine.chain],
    ['/api/v2/chart/dexs/chain/ethereum/protocol-breakdown', engine.chain],
    ['/api/v2/chart/dexs/category/lending/chain-breakdown', engine.category],
    ['/api/v2/chart/fees/protocol/protocol-8/label-breakdown', engine.protocol],
    ['/api/summary/dexs/protocol-9', engine.protocol],
  ]
}

/** The longest responses, and how long other requests wait for them. */
async function measureLargest(
  report: Report,
  service: FilledService,
  engine: EngineTimes,
): Promise<void> {
  const largest: (TimedResponse & { path: string; own: number })[] = []
  const blockMs = await longestBlockMs(service, async () => {
    for (const [path, own] of [
      ['/api/overview/dexs', engine.byChainAndProtocol],
      ['/api/v2/chart/derivatives/protocol-breakdown', engine.byProtocol],
    ] as const)
      largest.push({ ...(await service.get(path)), path, own })
  })
  for (const { path, bytes, ms, own } of largest)
    addCold(report, `${path}, ${Math.round(bytes / 1e6)} MB`, ms, own)
  addLimited(report, 'longest block of the event loop meanwhile', blockMs, MAX_BLOCK_MS)
}

/** The same protocols at every size. */
function timeProtocols(service: FilledService): Promise<number> {
  const paths = Array.from(
    { length: SAMPLED_PROTOCOLS },
    (_, index) => `/api/v2/chart/dexs/protocol/protocol-${index}`,
  )
  return medianMs(service, paths)
}

/** A new day of every protocol, then an overview that was requested before. */
async function measureAfterNewDay(
  report: Report,
  { dataDir, get }: FilledService,
  { engine, todaySec }: { engine: EngineTimes; todaySec: number },
): Promise<void> {
  const lines = ['metric,protocol,dataType,version,chain,label,atSec,valueUsd']
  for (let protocol = 0; protocol < MANY; protocol++) {
    for (const { name, dataTypes } of METRICS) {
      const chain = name === 'active-users' ? 'all' : at(chains.list(), protocol % 6).key
      const place = `${name},${protocol},${dataTypes[0].name},,${chain},`
      lines.push(`${place},${todaySec - DAY_SEC},${1_000 + protocol}`)
    }
  }
  await importCsv(dataDir, dimensionDays, lines)
  const path = `/api/overview/fees?${WITHOUT_PARTS}`
  addAfterCommit(report, `${path} after a new day`, (await get(path)).ms, engine.metric)
}

/** SQL of the rows behind each response. */
function statementsOf() {
  const day = sql`intDiv(atSec, ${DAY_SEC}) AS day`
  const from = sql`FROM ${tableOf(dimensionDays)} WHERE metric = 'dexs' AND dataType = 'dailyVolume'`
  const series = (where: Sql) =>
    sql`SELECT protocol, version, chain, groupArray(intDiv(atSec, ${DAY_SEC})) AS days, groupArray(round(valueUsd)) AS usd
     ${from} AND ${where} GROUP BY protocol, version, chain`
  const points = (by: Sql) =>
    sql`SELECT ${day}, ${by}, sum(round(valueUsd)) AS usd ${from} GROUP BY day, ${by} ORDER BY day`
  const lending = CATEGORIES.indexOf('Lending')
  return {
    metric: series(sql`1`),
    chain: series(sql`chain = 'ethereum'`),
    category: series(sql`toUInt32(protocol) % ${CATEGORIES.length} = ${lending}`),
    protocol: series(sql`protocol = '7'`),
    byChainAndProtocol: points(sql`chain, protocol`),
    byProtocol: points(sql`protocol`),
    sums: sql`SELECT ${day}, sum(round(valueUsd)) AS usd ${from} GROUP BY day ORDER BY day`,
  }
}

/** Every protocol has every metric, on two chains or three; the day before yesterday is the last. */
function fillDays(dataDir: string, protocolCount: number, todaySec: number) {
  return fillStore(dataDir, {
    insert: (stage) => insertDays(stage, protocolCount, todaySec / DAY_SEC - 2),
    merged: [dimensionDays],
    statements: statementsOf(),
  })
}

async function insertDays(stage: Stage, protocolCount: number, lastDay: number): Promise<void> {
  await stage.insertRows(
    protocols,
    Array.from({ length: protocolCount }, (_, index) => ({
      id: String(index),
      name: `Protocol ${index}`,
      category: CATEGORIES[index % CATEGORIES.length],
    })),
  )
  const days = sql`range(${lastDay - DAYS + 1}, ${lastDay + 1})`
  await stage.insertSelect(dimensionDays, rowsSql(protocolCount, days))
}

function rowsSql(protocolCount: number, days: Sql): Sql {
  const list = (texts: readonly string[]) =>
    sql`[${joinSql(texts.map((text) => sql`${literal(text)}`))}]`
  const keys = list(chains.list().map(({ key }) => key))
  const metrics = list(METRICS.map(({ name }) => name))
  const types = list(METRICS.map(({ dataTypes }) => dataTypes[0].name))
  return sql`SELECT ${metrics}[m] AS metric, toString(p) AS protocol, ${types}[m] AS dataType, '' AS version,
      ${keys}[if(slot = 0, 1 + p % 6, 7 + (cityHash64(p) + slot) % ${chains.list().length - 6})] AS chain,
      if(m = 1 AND p % 2 = 0, 'Token Swap Fees', '') AS label, toUInt32(day * ${DAY_SEC}) AS atSec, toFloat64(1000 + cityHash64(p, m, slot, day) % 10000000) AS valueUsd
    FROM (SELECT number AS p, arrayJoin(range(1, ${METRICS.length + 1})) AS m, arrayJoin(range(if(number % 5 = 0, 3, 2))) AS slot FROM numbers(${protocolCount}))
    ARRAY JOIN ${days} AS day`
}
