import { facts } from '../src/app.ts'
import { dimensionDays } from '../src/domains/dimensions/facts.ts'
import { METRICS } from '../src/domains/dimensions/metrics.ts'
import { protocols } from '../src/domains/registry/facts.ts'
import { chains } from '../src/domains/registry/public.ts'
import { at } from '../src/lib/at.ts'
import { createClock, DAY_SEC, dayStart, toSec } from '../src/lib/clock.ts'
import { commitRun } from '../src/runs/run.ts'
import { Store } from '../src/store/store.ts'
import { tableOf } from '../src/store/tables.ts'
import { addAfterCommit, addCold, engineMs, median } from './support/engine-limits.ts'
import { longestBlockMs } from './support/event-loop.ts'
import { importCsv } from './support/import-csv.ts'
import { rateKept } from './support/kept-answer.ts'
import { type Peer, residentMb, startAlmanac, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'
import { AS_PRO, timeAnswer } from './support/timed-answer.ts'

const DAYS = 1_826
// `BENCH_SHARE=0.1` has a tenth of the protocols.
const SHARE = Number(process.env.BENCH_SHARE ?? 1)
const [FEW, MANY] = [Math.ceil(150 * SHARE), Math.ceil(1_500 * SHARE)]
const SAMPLED_PROTOCOLS = Math.min(30, FEW)
const MAX_FIRST_MS = 3_000
const MAX_BLOCK_MS = 50
const MAX_MEMORY_MB = 1_500
const MAX_GROWTH = 1.5
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

/** Daily figures at the incumbent's size: 1,500 protocols × 10 metrics × chains × 5 years. */
export async function dimensions(report: Report): Promise<void> {
  const small = await withWorld(FEW, async ({ almanac }) => measureProtocol(almanac))
  await withWorld(MANY, async (world) => {
    const { almanac, rows, engine } = world
    report.section(
      `Daily figures of ${MANY.toLocaleString('en')} protocols in 10 metrics over five years, ${Math.round(rows / 1e6)} M rows`,
    )
    const first = await ask(almanac, '/api/v2/metrics/dexs')
    const isSoon = first.ms <= MAX_FIRST_MS
    report.add('first response after a start', ms(first.ms), `≤ ${MAX_FIRST_MS} ms`, isSoon)
    await measureWholeMetrics(report, almanac, engine)
    await measureParts(report, almanac, engine)
    await measureLargest(report, world)
    await measureOneProtocol(report, almanac, { engine, smallMs: small })
    for (const { name } of METRICS) await ask(almanac, `/api/v2/metrics/${name}`)
    const mb = residentMb(almanac.pid)
    const isSmall = mb <= MAX_MEMORY_MB
    report.add('resident memory, every metric read', `${mb} MB`, `≤ ${MAX_MEMORY_MB} MB`, isSmall)
    const hot = await rateKept(
      `${almanac.url}/overview/dexs?excludeTotalDataChart=true&${WITHOUT_PARTS}`,
      world.folder,
    )
    const cached = 'a cached overview, requests a second against nginx with the same bytes'
    report.ratio(cached, hot.ours, hot.file, 0.42)
    await measureAfterNewDay(report, world)
  })
}

const WITHOUT_PARTS = 'excludeTotalDataChartBreakdown=true'

/** Responses that are made from all rows of a metric. */
async function measureWholeMetrics(
  report: Report,
  almanac: Peer,
  engine: EngineTimes,
): Promise<void> {
  const paths = [
    `/api/overview/dexs?${WITHOUT_PARTS}`,
    `/api/overview/fees?${WITHOUT_PARTS}`,
    `/api/overview/open-interest?${WITHOUT_PARTS}`,
    '/api/v2/metrics/fees/category/dexs',
    '/api/v2/chart/derivatives',
    '/api/v2/chart/fees/chain-breakdown',
  ]
  for (const path of paths) addCold(report, path, (await ask(almanac, path)).ms, engine.metric)
  report.add('the engine alone, a metric summed by day without any rule', ms(engine.sums))
}

/** Responses that are made from the rows of one chain or category. */
async function measureParts(report: Report, almanac: Peer, engine: EngineTimes): Promise<void> {
  const paths = [
    `/api/overview/dexs/ethereum?${WITHOUT_PARTS}`,
    '/api/v2/metrics/dexs/chain/ethereum',
    '/api/v2/chart/dexs/chain/ethereum',
    '/api/v2/chart/dexs/chain/ethereum/protocol-breakdown',
  ]
  for (const path of paths) addCold(report, path, (await ask(almanac, path)).ms, engine.chain)
  const inCategory = '/api/v2/chart/dexs/category/lending/chain-breakdown'
  addCold(report, inCategory, (await ask(almanac, inCategory)).ms, engine.category)
}

/** The longest responses, and how long other requests wait for them. */
async function measureLargest(report: Report, { almanac, engine }: World): Promise<void> {
  let nested = { ms: 0, bytes: 0 }
  let byProtocol = { ms: 0, bytes: 0 }
  const blockMs = await longestBlockMs(almanac, async () => {
    nested = await ask(almanac, '/api/overview/dexs')
    byProtocol = await ask(almanac, '/api/v2/chart/derivatives/protocol-breakdown')
  })
  const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
  addCold(report, `/api/overview/dexs, ${mb(nested.bytes)}`, nested.ms, engine.byChainAndProtocol)
  addCold(
    report,
    `/api/v2/chart/derivatives/protocol-breakdown, ${mb(byProtocol.bytes)}`,
    byProtocol.ms,
    engine.byProtocol,
  )
  report.add(
    'longest block of the event loop meanwhile',
    ms(blockMs),
    `≤ ${MAX_BLOCK_MS} ms`,
    blockMs <= MAX_BLOCK_MS,
  )
}

async function measureOneProtocol(
  report: Report,
  almanac: Peer,
  { engine, smallMs }: { engine: EngineTimes; smallMs: number },
): Promise<void> {
  const chartMs = await measureProtocol(almanac)
  addCold(report, `chart of one protocol, median of ${SAMPLED_PROTOCOLS}`, chartMs, engine.protocol)
  for (const path of [
    '/api/v2/chart/fees/protocol/protocol-8/label-breakdown',
    '/api/summary/dexs/protocol-9',
  ])
    addCold(report, path, (await ask(almanac, path)).ms, engine.protocol)
  const growth = chartMs / smallMs
  report.add(
    'the same chart with ten times the rows',
    `${growth.toFixed(2)} times (${ms(chartMs)} against ${ms(smallMs)})`,
    `≤ ${MAX_GROWTH}`,
    growth <= MAX_GROWTH,
  )
}

async function measureProtocol(almanac: Peer): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < SAMPLED_PROTOCOLS; index++)
    times.push((await ask(almanac, `/api/v2/chart/dexs/protocol/protocol-${index}`)).ms)
  return median(times)
}

/** A new day of every protocol, then an overview that was read before. */
async function measureAfterNewDay(report: Report, world: World): Promise<void> {
  const lines = ['metric,protocol,dataType,version,chain,label,atSec,valueUsd']
  for (let protocol = 0; protocol < world.protocolCount; protocol++) {
    for (const { name, dataTypes } of METRICS) {
      const chain = name === 'active-users' ? 'all' : at(chains.list(), protocol % 6).key
      const place = `${name},${protocol},${dataTypes[0].name},,${chain},`
      lines.push(`${place},${world.todaySec - DAY_SEC},${1_000 + protocol}`)
    }
  }
  await importCsv(world.folder, dimensionDays, lines)
  const path = `/api/overview/fees?${WITHOUT_PARTS}`
  const after = await ask(world.almanac, path)
  addAfterCommit(report, `${path} after a new day`, after.ms, world.engine.metric)
}

interface World {
  readonly folder: string
  readonly almanac: Peer
  readonly protocolCount: number
  readonly todaySec: number
  readonly rows: number
  readonly engine: EngineTimes
}

function withWorld<T>(protocolCount: number, work: (world: World) => Promise<T>): Promise<T> {
  return withFolder(async (folder) => {
    const todaySec = dayStart(toSec(Date.now()))
    const filled = await fill(folder, protocolCount, todaySec - 2 * DAY_SEC)
    const almanac = await startAlmanac(folder, { ALMANAC_DEMO: 'off' })
    try {
      return await work({ folder, almanac, protocolCount, todaySec, ...filled })
    } finally {
      await almanac.stop()
    }
  })
}

/** What the engine itself takes for the rows of some responses. */
interface EngineTimes {
  readonly metric: number
  readonly chain: number
  readonly category: number
  readonly protocol: number
  readonly byChainAndProtocol: number
  readonly byProtocol: number
  readonly sums: number
}

async function measureEngine(store: Store): Promise<EngineTimes> {
  const day = `intDiv(atSec, ${DAY_SEC}) AS day`
  const from = `FROM ${tableOf(dimensionDays)} WHERE metric = 'dexs' AND dataType = 'dailyVolume'`
  const series = (where: string) =>
    engineMs(
      store,
      `SELECT protocol, version, chain, groupArray(intDiv(atSec, ${DAY_SEC})) AS days, groupArray(round(valueUsd)) AS usd
       ${from} AND ${where} GROUP BY protocol, version, chain`,
    )
  const points = (by: string) =>
    engineMs(
      store,
      `SELECT ${day}, ${by}, sum(round(valueUsd)) AS usd ${from} GROUP BY day, ${by} ORDER BY day`,
    )
  const isLending = `toUInt32(protocol) % ${CATEGORIES.length} = ${CATEGORIES.indexOf('Lending')}`
  return {
    metric: await series('1'),
    chain: await series("chain = 'ethereum'"),
    category: await series(isLending),
    protocol: await series("protocol = '7'"),
    byChainAndProtocol: await points('chain, protocol'),
    byProtocol: await points('protocol'),
    sums: await engineMs(
      store,
      `SELECT ${day}, sum(round(valueUsd)) AS usd ${from} GROUP BY day ORDER BY day`,
    ),
  }
}

/** Every protocol has every metric, on two chains or three. Days end with `lastDaySec`. */
async function fill(
  dataDir: string,
  protocolCount: number,
  lastDaySec: number,
): Promise<{ rows: number; engine: EngineTimes }> {
  const store = await Store.open({ facts, path: `${dataDir}/facts` })
  await commitRun(store, { source: 'bench', clock: createClock() }, async (stage) => {
    await stage.insertRows(
      protocols,
      Array.from({ length: protocolCount }, (_, index) => ({
        id: String(index),
        name: `Protocol ${index}`,
        category: CATEGORIES[index % CATEGORIES.length],
      })),
    )
    await stage.insertSelect(
      dimensionDays,
      rowsSql(
        protocolCount,
        `range(${lastDaySec / DAY_SEC - DAYS + 1}, ${lastDaySec / DAY_SEC + 1})`,
      ),
    )
    return { accepted: await stage.countRows(), rejected: 0, held: 0 }
  })
  // The state a table reaches by itself a while after an import: its parts merged.
  await store.engine.command(`OPTIMIZE TABLE ${tableOf(dimensionDays)} FINAL`)
  const counted = await store.engine.query<{ rows: number }>(
    `SELECT count() AS rows FROM ${tableOf(dimensionDays)}`,
  )
  const engine = await measureEngine(store)
  await store.close()
  return { rows: at(counted, 0).rows, engine }
}

function rowsSql(protocolCount: number, days: string): string {
  const list = (texts: readonly string[]) => `[${texts.map((text) => `'${text}'`).join(', ')}]`
  const keys = list(chains.list().map(({ key }) => key))
  const metrics = list(METRICS.map(({ name }) => name))
  const types = list(METRICS.map(({ dataTypes }) => dataTypes[0].name))
  return `SELECT ${metrics}[m] AS metric, toString(p) AS protocol, ${types}[m] AS dataType, '' AS version,
      ${keys}[if(slot = 0, 1 + p % 6, 7 + (cityHash64(p) + slot) % ${chains.list().length - 6})] AS chain,
      if(m = 1 AND p % 2 = 0, 'Token Swap Fees', '') AS label, toUInt32(day * ${DAY_SEC}) AS atSec, toFloat64(1000 + cityHash64(p, m, slot, day) % 10000000) AS valueUsd
    FROM (SELECT number AS p, arrayJoin(range(1, ${METRICS.length + 1})) AS m, arrayJoin(range(if(number % 5 = 0, 3, 2))) AS slot FROM numbers(${protocolCount}))
    ARRAY JOIN ${days} AS day`
}

function ask(almanac: Peer, path: string): Promise<{ ms: number; bytes: number }> {
  return timeAnswer(`${almanac.url}${path}`, 2, AS_PRO)
}

function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`
}
