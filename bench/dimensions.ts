import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { facts } from '../src/app.ts'
import { remoteOperations } from '../src/commands/control-client.ts'
import { dimensionDays } from '../src/domains/dimensions/facts.ts'
import { METRICS } from '../src/domains/dimensions/metrics.ts'
import { protocols } from '../src/domains/registry/facts.ts'
import { chains } from '../src/domains/registry/public.ts'
import { createClock, DAY_SEC, dayStart, toSec } from '../src/lib/clock.ts'
import { commitRun } from '../src/runs/run.ts'
import { Store } from '../src/store/store.ts'
import { tableOf } from '../src/store/tables.ts'
import { longestBlockMs } from './support/event-loop.ts'
import { rateKept } from './support/kept-answer.ts'
import { type Peer, residentMb, startAlmanac, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'
import { AS_PRO, timeAnswer } from './support/timed-answer.ts'

const DAYS = 1_826
// `BENCH_SHARE=0.1` has a tenth of the protocols.
const SHARE = Number(process.env.BENCH_SHARE ?? 1)
const [FEW, MANY] = [Math.ceil(250 * SHARE), Math.ceil(1_500 * SHARE)]
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
  const small = await measureWorld(FEW)
  const large = await measureWorld(MANY)
  report.section(
    `Daily figures of ${MANY.toLocaleString('en')} protocols in 10 metrics over five years, ${Math.round(large.rows / 1e6)} M rows`,
  )
  report.add('first picture of a metric after a start (once per metric)', `${ms(large.firstMs)}`)
  report.add(
    'slowest overview, never asked before, charts by chain and protocol left out',
    ms(large.overviewMs),
    '300 ms',
    large.overviewMs <= 300,
  )
  report.add(
    'the same with the chart by chain and protocol',
    `${ms(large.nestedMs)}, ${Math.round(large.nestedBytes / 1e6)} MB`,
    '300 ms',
    large.nestedMs <= 300,
  )
  report.add(
    'slowest chart, never asked before, by-protocol ones of all years left out',
    ms(large.chartMs),
    '150 ms',
    large.chartMs <= 150,
  )
  report.add(
    'by protocol, all protocols, one year',
    ms(large.yearByProtocolMs),
    '150 ms',
    large.yearByProtocolMs <= 150,
  )
  report.add(
    'by protocol, all protocols, five years',
    `${ms(large.byProtocolMs)}, ${Math.round(large.byProtocolBytes / 1e6)} MB`,
    '150 ms',
    large.byProtocolMs <= 150,
  )
  report.add(
    'longest block of the event loop while the two largest are rendered',
    ms(large.blockMs),
    '50 ms',
    large.blockMs <= 50,
  )
  const ratio = large.afterDayMs / large.overviewMs
  report.add(
    'overview right after a new day of everybody, over a cold one',
    `${ratio.toFixed(2)} (${ms(large.afterDayMs)})`,
    '≤ 1.5',
    ratio <= 1.5,
  )
  report.ratio(
    'an overview that is kept, requests a second against nginx with the same bytes',
    large.hot.ours,
    large.hot.file,
    0.6,
  )
  const growth = large.protocolMs / small.protocolMs
  report.add(
    `one protocol's chart out of ${Math.round(large.rows / 1e6)} M rows over out of ${Math.round(small.rows / 1e6)} M`,
    `${growth.toFixed(2)} (${ms(large.protocolMs)} against ${ms(small.protocolMs)})`,
  )
  report.add('resident memory with every metric asked for', `${large.mb} MB`)
}

function measureWorld(protocolCount: number) {
  return withFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const today = dayStart(toSec(Date.now()))
    const rows = await fill(dataDir, protocolCount, today - 2 * DAY_SEC)
    const almanac = await startAlmanac(dataDir, { ALMANAC_DEMO: 'off' })
    const firstMs = (await ask(almanac, '/api/v2/metrics/dexs')).ms
    for (const { name } of METRICS) await ask(almanac, `/api/v2/metrics/${name}`)
    const quiet = 'excludeTotalDataChartBreakdown=true'
    const overviewMs = await slowest(almanac, [
      `/api/overview/dexs?${quiet}`,
      `/api/overview/fees?${quiet}`,
      `/api/overview/options?${quiet}`,
      `/api/overview/open-interest?${quiet}`,
      `/api/overview/derivatives?${quiet}`,
      `/api/overview/dexs/ethereum?${quiet}`,
      '/api/v2/metrics/fees/category/dexs',
      '/api/v2/metrics/dexs/chain/base',
    ])
    let nested = { ms: 0, bytes: 0 }
    const nestedBlockMs = await longestBlockMs(almanac, async () => {
      nested = await ask(almanac, '/api/overview/dexs')
    })
    const chartMs = await slowest(almanac, [
      '/api/v2/chart/dexs',
      '/api/v2/chart/fees/chain-breakdown',
      '/api/v2/chart/dexs/chain/ethereum',
      '/api/v2/chart/dexs/category/lending/chain-breakdown',
      '/api/v2/chart/fees/protocol/protocol-7',
      '/api/v2/chart/fees/protocol/protocol-8/label-breakdown',
      '/api/v2/chart/dexs/protocol/protocol-9/version-breakdown',
      '/api/v2/chart/dexs/chain/ethereum/protocol-breakdown',
    ])
    const yearByProtocol = await ask(
      almanac,
      `/api/v2/chart/derivatives/protocol-breakdown?start=${today - 365 * DAY_SEC}`,
    )
    let byProtocol = { ms: 0, bytes: 0 }
    const byProtocolBlockMs = await longestBlockMs(almanac, async () => {
      byProtocol = await ask(almanac, '/api/v2/chart/derivatives/protocol-breakdown')
    })
    const protocolMs = median(
      await times(
        almanac,
        Array.from(
          { length: 30 },
          (_, index) => `/api/v2/chart/dexs/protocol/protocol-${10 + index * 2}`,
        ),
      ),
    )
    const mb = residentMb(almanac.pid)
    const hot = await rateKept(
      `${almanac.url}/overview/dexs?excludeTotalDataChart=true&${quiet}`,
      folder,
    )
    const cold = {
      rows,
      firstMs,
      overviewMs,
      nestedMs: nested.ms,
      nestedBytes: nested.bytes,
      chartMs,
      yearByProtocolMs: yearByProtocol.ms,
      byProtocolMs: byProtocol.ms,
      byProtocolBytes: byProtocol.bytes,
      blockMs: Math.max(nestedBlockMs, byProtocolBlockMs),
      protocolMs,
      mb,
      hot,
    }
    const afterDayMs = await afterNewDay(almanac, dataDir, folder, {
      protocolCount,
      daySec: today - DAY_SEC,
    })
    await almanac.stop()
    return { ...cold, afterDayMs }
  })
}

/** Every protocol has every metric, on two chains or three. Days end with `lastDaySec`. */
async function fill(dataDir: string, protocolCount: number, lastDaySec: number): Promise<number> {
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
  const [counted] = await store.engine.query<{ rows: number }>(
    `SELECT count() AS rows FROM ${tableOf(dimensionDays)}`,
  )
  await store.close()
  return counted?.rows ?? 0
}

function rowsSql(protocolCount: number, days: string): string {
  const list = (texts: readonly string[]) => `[${texts.map((text) => `'${text}'`).join(', ')}]`
  const keys = list(chains.list().map(({ key }) => key))
  const metrics = list(METRICS.map(({ name }) => name))
  const types = list(METRICS.map(({ dataTypes }) => dataTypes[0].name))
  return `SELECT ${metrics}[m] AS metric, toString(p) AS protocol, ${types}[m] AS dataType, '' AS version,
      ${keys}[if(slot = 0, 1 + p % 6, 1 + cityHash64(p, slot) % ${chains.list().length})] AS chain,
      if(m = 1 AND p % 2 = 0, 'Token Swap Fees', '') AS label, toUInt32(day * ${DAY_SEC}) AS atSec, toFloat64(1000 + cityHash64(p, m, slot, day) % 10000000) AS valueUsd
    FROM (SELECT number AS p, arrayJoin(range(1, ${METRICS.length + 1})) AS m, arrayJoin(range(if(number % 5 = 0, 3, 2))) AS slot FROM numbers(${protocolCount}))
    ARRAY JOIN ${days} AS day`
}

/**
 * Imports a day of everybody as a person would, and asks for an overview that was asked for before.
 */
async function afterNewDay(
  almanac: Peer,
  dataDir: string,
  folder: string,
  { protocolCount, daySec }: { protocolCount: number; daySec: number },
): Promise<number> {
  const lines = ['metric,protocol,dataType,version,chain,label,atSec,valueUsd']
  for (let protocol = 0; protocol < protocolCount; protocol++) {
    for (const { name, dataTypes } of METRICS) {
      const chain =
        name === 'active-users' ? 'all' : (chains.list()[protocol % 6]?.key ?? 'ethereum')
      lines.push(
        `${name},${protocol},${dataTypes[0].name},,${chain},,${daySec},${1_000 + protocol}`,
      )
    }
  }
  const file = join(folder, 'day.csv')
  writeFileSync(file, `${lines.join('\n')}\n`)
  await remoteOperations(dataDir).importFiles({
    fact: 'dimension_days',
    files: [file],
    rejectsDir: folder,
  })
  return (await ask(almanac, '/api/overview/fees?excludeTotalDataChartBreakdown=true')).ms
}

function ask(almanac: Peer, path: string): Promise<{ ms: number; bytes: number }> {
  return timeAnswer(`${almanac.url}${path}`, 2, AS_PRO)
}

async function times(almanac: Peer, paths: readonly string[]): Promise<number[]> {
  const found: number[] = []
  for (const path of paths) found.push((await ask(almanac, path)).ms)
  return found
}

async function slowest(almanac: Peer, paths: readonly string[]): Promise<number> {
  const found = await times(almanac, paths)
  for (const [index, path] of paths.entries()) console.log(`    ${path}: ${ms(found[index] ?? 0)}`)
  return Math.max(...found)
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`
}
