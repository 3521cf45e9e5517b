import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Type from 'typebox'
import { prices } from '../src/domains/coins/facts.ts'
import { unixSec } from '../src/http/described.ts'
import { computed, tuple } from '../src/http/render/cells.ts'
import { renderJson } from '../src/http/render/render-json.ts'
import { list } from '../src/http/render/rows.ts'
import type { TableFormat } from '../src/http/table/formats.ts'
import { compileTable } from '../src/http/table/table.ts'
import { writeTable } from '../src/http/table/write-table.ts'
import { sql } from '../src/lib/sql.ts'
import { writeSnapshot } from '../src/runs/snapshot/write-snapshot.ts'
import { NO_FILTER } from '../src/store/change-cursor.ts'
import { readChanges } from '../src/store/changes.ts'
import type { Run } from '../src/store/journal.ts'
import type { Store } from '../src/store/store.ts'
import { tableOf } from '../src/store/tables.ts'
import { compareBeside } from './support/load.ts'
import { alternately, median, processorMs, repeat, timeMs } from './support/measure.ts'
import {
  BENCH_KEY,
  FROZEN_DEMO,
  NO_DEMO,
  residentMb,
  withFolder,
  withService,
} from './support/processes.ts'
import type { Report } from './support/report.ts'
import { countAt } from './support/size.ts'
import { commitSelected, inStore, madePrices, writeFile } from './support/world.ts'

/** The ways out of the service besides JSON: each against a peer in the same run. */
export async function surfaces(report: Report): Promise<void> {
  await formatSpeed(report)
  await snapshotSpeed(report)
  await changesOfOneRun(report)
  await idleStreams(report)
  await latencyBesideSql(report)
}

const POINTS = 1_000_000
const MAX_CSV_RATIO = 1.5
const table = compileTable('[](date,value)', Type.Array(Type.Tuple([unixSec(), Type.Number()])))

/** A series of a million points: each format against the JSON, in turns, by processor time. */
async function formatSpeed(report: Report): Promise<void> {
  report.section(`A series of ${POINTS.toLocaleString('en')} points in other formats than JSON`)
  const values = new Float64Array(POINTS).map((_, index) => 1e6 * Math.sin(index) + index / 7)
  const times = computed(POINTS, (row) => 1_700_000_000 + row * 60)
  const series = () => list(tuple(times, values))
  const as = (format: TableFormat) => () =>
    processorMs(() => writeTable(table, series(), { format }))
  const { json, ...others } = await alternately(7, {
    json: () => processorMs(() => renderJson(series())),
    ...{ csv: as('csv'), ndjson: as('ndjson'), arrow: as('arrow'), parquet: as('parquet') },
  })
  for (const [format, times] of Object.entries(others)) {
    const limit = format === 'csv' ? MAX_CSV_RATIO : undefined
    report.times(`${format} over JSON`, median(times), median(json), limit)
  }
}

const SNAPSHOT_ROWS = countAt(10_000_000)

/** A snapshot, hashed and flushed, against the engine's own export of the same table. */
async function snapshotSpeed(report: Report): Promise<void> {
  report.section(`Snapshot of ${SNAPSHOT_ROWS / 1e6} M price rows against the engine's own export`)
  await withFolder((folder) =>
    inStore(
      folder,
      async (store, clock) => {
        await commitSelected(store, clock, [[prices, madePrices(SNAPSHOT_ROWS, 1_500_000_000)]])
        const rows = sql`SELECT * FROM ${tableOf(prices)}`
        const { bare, ours } = await alternately(3, {
          bare: (round) =>
            timeMs(() =>
              writeFile(store.engine, join(folder, `${round}.parquet`), 'Parquet', rows),
            ),
          ours: (round) =>
            timeMs(() => writeSnapshot(store, { folder: join(folder, `snapshot-${round}`) })),
        })
        const rate = (times: readonly number[]) => (1000 * SNAPSHOT_ROWS) / Math.min(...times)
        report.ratio('rows a second', rate(ours), rate(bare), 0.7)
      },
      [prices],
    ),
  )
}

const FEW_RUNS = 100
const MANY_RUNS = 10_000
const ROWS_PER_RUN = 500
const START_SEC = 1_600_000_000
const STEP_SEC = 300

/** What one run brought, in a table of few runs and in one of a hundred times as many. */
async function changesOfOneRun(report: Report): Promise<void> {
  report.section(
    `Changes of one run of ${ROWS_PER_RUN} rows, out of ${MANY_RUNS.toLocaleString('en')} runs and out of ${FEW_RUNS}`,
  )
  const compare = async (store: Store) => {
    await fillRuns(store, 1, FEW_RUNS)
    const fewMs = await timeChanges(store, FEW_RUNS)
    await fillRuns(store, FEW_RUNS + 1, MANY_RUNS)
    const manyMs = await timeChanges(store, MANY_RUNS)
    report.times('time for one run, the larger table over the smaller', manyMs, fewMs, 2)
  }
  await withFolder((folder) => inStore(folder, compare, [prices]))
}

/** Every run has a price of every coin, so that its rows lie all over a table in order of coins. */
async function fillRuns({ engine, journal }: Store, fromRun: number, toRun: number): Promise<void> {
  const count = toRun - fromRun + 1
  await engine.command(
    sql`INSERT INTO ${tableOf(prices)} (coin, atSec, priceUsd, confidence, recordedAt, run, quality)
     SELECT concat('coin:', toString(number % ${ROWS_PER_RUN})), ${START_SEC} + run * ${STEP_SEC}, number / 7, 0.99,
       fromUnixTimestamp64Milli(toInt64(${START_SEC}000), 'UTC'), ${fromRun} + intDiv(number, ${ROWS_PER_RUN}) AS run, 'ok'
     FROM numbers(${count * ROWS_PER_RUN})`,
  )
  await engine.command(sql`OPTIMIZE TABLE ${tableOf(prices)} FINAL`)
  await journal.writeAll(Array.from({ length: count }, (_, index) => runOf(fromRun + index)))
}

function runOf(id: number): Run {
  const atMs = (START_SEC + id * STEP_SEC) * 1000
  return {
    ...{ id, state: 'committed', startedAtMs: atMs, atMs, source: 'bench', facts: ['prices'] },
    ...{ contentHash: '', note: '', revision: 0, undoes: [], dropped: {}, droppedUpTo: {} },
    ...{ accepted: ROWS_PER_RUN, rejected: 0, held: 0, rows: { prices: ROWS_PER_RUN } },
    newestSec: { prices: START_SEC + id * STEP_SEC },
  }
}

/** The median time of changes of one run, another one each time. */
async function timeChanges(store: Store, runs: number): Promise<number> {
  const times = await repeat(40, (round) => {
    const after = Math.floor((runs - 1) * ((round * 0.618) % 1))
    const reader = { snapshot: store.snapshot(), journal: store.journal, facts: store.facts }
    const page = { filter: NO_FILTER, limit: ROWS_PER_RUN }
    return timeMs(async () => {
      const found = await readChanges(reader, { after, fact: 0, offset: 0 }, page)
      if (found.rows.length !== ROWS_PER_RUN || found.runs[0]?.id !== after + 1)
        throw new Error(`Changes after run ${after} are not those of one run.`)
    })
  })
  return median(times)
}

const STREAMS = 1_000
const STREAMS_PER_CALLER = 10
const MAX_ADDED_MB = 50
// A heartbeat has passed by then.
const IDLE_MS = 20_000

/** Memory that a thousand idle streams add to the service. */
async function idleStreams(report: Report): Promise<void> {
  report.section(`${STREAMS} idle streams`)
  await withService(NO_DEMO, async ({ url, pid }) => {
    // The first ones load code and grow pools that stay.
    const first = await openStreams(url, 100)
    for (const stream of first) stream.destroy()
    await sleep(IDLE_MS)
    const beforeMb = residentMb(pid)
    const streams = await openStreams(url, STREAMS)
    await sleep(IDLE_MS)
    const addedMb = residentMb(pid) - beforeMb
    const open = streams.filter(({ destroyed }) => !destroyed).length
    report.add(
      `memory that ${open} idle streams add`,
      `${addedMb} MB`,
      `≤ ${MAX_ADDED_MB} MB`,
      addedMb <= MAX_ADDED_MB && open === STREAMS,
    )
    for (const stream of streams) stream.destroy()
  })
}

/** Each caller may have ten: there is an address of this machine for each. */
function openStreams(url: string, count: number): Promise<ClientRequest[]> {
  return repeat(count, async (index) => {
    const localAddress = `127.0.1.${1 + Math.floor(index / STREAMS_PER_CALLER)}`
    const request = get(`${url}/meta/stream`, { agent: false, localAddress })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    if (response.statusCode !== 200) throw new Error(`a stream was answered ${response.statusCode}`)
    response.resume().on('error', () => undefined)
    return request.on('error', () => undefined)
  })
}

const SQL_CONCURRENCY = 2
const MILLION = 'SELECT arrayJoin(range(1000000)) AS n'
// Processor, memory, joins, sorts, texts and windows, each up to its limit.
const WORST = [
  `SELECT count() FROM (${MILLION}) AS a CROSS JOIN (${MILLION}) AS b WHERE a.n * b.n = 7`,
  'SELECT count() FROM tvl AS a JOIN tvl AS b ON a.chain = b.chain',
  'SELECT protocol, uniqExact(atSec, tvlUsd) FROM tvl GROUP BY protocol WITH TOTALS',
  'SELECT coin, atSec, priceUsd FROM prices ORDER BY cityHash64(coin, atSec) LIMIT 100000',
  'SELECT coin, quantilesExact(0.1, 0.5, 0.9)(priceUsd) OVER (PARTITION BY coin ORDER BY atSec) FROM prices',
  "SELECT countIf(match(concat(coin, toString(atSec)), '(a|b)*?[0-9]+$')) FROM prices",
  `SELECT groupArray(a.n) FROM (${MILLION}) AS a CROSS JOIN (${MILLION}) AS b`,
]

/** Latency of ordinary responses while as many statements run as are allowed. */
function latencyBesideSql(report: Report): Promise<void> {
  report.section('Latency while the worst allowed statements of POST /sql run')
  const places = {
    ALMANAC_SQL_PER_KEY: String(SQL_CONCURRENCY),
    ALMANAC_SQL_CONCURRENCY: String(SQL_CONCURRENCY),
  }
  return withService({ ...FROZEN_DEMO, ...places }, (almanac) =>
    compareBeside(report, almanac, {
      request: {
        ...{ origin: almanac.url, paths: ['/sql'], loops: SQL_CONCURRENCY, from: 0, step: 1 },
        headers: { 'X-API-Key': BENCH_KEY, 'Content-Type': 'application/json' },
        bodies: WORST.map((query) => JSON.stringify({ query })),
      },
      what: 'statements meanwhile',
      limits: { cached: 2, uncached: 2 },
    }),
  )
}
