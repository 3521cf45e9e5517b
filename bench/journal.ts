import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { blocks, prices } from '../src/domains/coins/facts.ts'
import { Store } from '../src/store/store.ts'
import { FIRST_MS, fillRuns } from '../test/support/many-runs.ts'
import {
  type Peer,
  processorTimeSec,
  residentMb,
  startAlmanac,
  withFolder,
} from './support/processes.ts'
import type { Report } from './support/report.ts'

const FEW_RUNS = 10
const MANY_RUNS = Number(process.env.BENCH_RUNS ?? 10_000_000)
const MAX_START_SEC = 3
const MAX_MORE_MB = 200
const MAX_RESPONSE_MS = 300
const ROUNDS = 9
const run = promisify(execFile)

/** A journal of ten million runs against one of ten: memory, start, and what is asked of old runs. */
export async function journal(report: Report): Promise<void> {
  const many = MANY_RUNS.toLocaleString('en')
  report.section(`A journal of ${many} runs against one of ${FEW_RUNS}`)
  const few = await withFolder(async (folder) => {
    await fill(folder, FEW_RUNS)
    await (await startAlmanac(folder)).stop()
    const service = await startTimed(folder)
    await service.peer.stop()
    return service
  })
  await withFolder(async (folder) => {
    await fill(folder, MANY_RUNS)
    const sumSec = await open(folder)
    report.add('opened first, which sums up earlier runs once', `${sumSec.toFixed(1)} s`)
    // The other tables are made by the first start.
    await (await startAlmanac(folder)).stop()
    const later = await startTimed(folder)
    const { seconds } = later
    report.add(
      'later start to /ready',
      `${seconds.toFixed(1)} s (with ${FEW_RUNS} runs ${few.seconds.toFixed(1)} s)`,
      `${MAX_START_SEC} s`,
      seconds <= MAX_START_SEC,
    )
    // What the first figure hides on a busy machine.
    report.add(
      'its processor time',
      `${later.processorSec.toFixed(1)} s (with ${FEW_RUNS} runs ${few.processorSec.toFixed(1)} s)`,
    )
    addMemory(report, 'resident memory after it, above that with few runs', later.mb - few.mb)
    await askAll(report, later.peer)
    const startedMs = performance.now()
    await almanac(folder, 'runs', 'undo', '201')
    report.add('runs undo 201, as a command', `${Math.round(performance.now() - startedMs)} ms`)
    await askAll(report, later.peer, ' after an undo')
    addMemory(report, 'resident memory after all', residentMb(later.peer.pid) - few.mb)
    await later.peer.stop()
  })
}

function addMemory(report: Report, what: string, mb: number): void {
  report.add(what, `${mb} MB`, `${MAX_MORE_MB} MB`, mb <= MAX_MORE_MB)
}

async function fill(folder: string, count: number): Promise<void> {
  const store = await Store.open({ facts: [prices, blocks], path: join(folder, 'facts') })
  await fillRuns(store.engine, count)
  await store.close()
}

async function open(folder: string): Promise<number> {
  const startedMs = performance.now()
  const store = await Store.open({ facts: [prices, blocks], path: join(folder, 'facts') })
  const seconds = (performance.now() - startedMs) / 1000
  await store.close()
  return seconds
}

interface Started {
  peer: Peer
  seconds: number
  processorSec: number
  mb: number
}

async function startTimed(folder: string): Promise<Started> {
  const startedMs = performance.now()
  const peer = await startAlmanac(folder)
  const seconds = (performance.now() - startedMs) / 1000
  const processorSec = processorTimeSec(peer.pid)
  return { peer, seconds, processorSec, mb: residentMb(peer.pid) }
}

async function almanac(folder: string, ...args: string[]): Promise<void> {
  const main = join(import.meta.dirname, '../src/main.ts')
  const env = { ...process.env, ALMANAC_DATA_DIR: folder }
  await run(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], { env })
}

/** Medians of questions about old runs, another one each time. */
async function askAll(report: Report, { url }: Peer, when = ''): Promise<void> {
  const asOf = (id: number) => new Date(FIRST_MS + id * 1000).toISOString()
  const questions: [string, (id: number) => string][] = [
    ['a price asOf an old time', (id) => `/prices/current/test:coin?asOf=${asOf(id)}`],
    ['/meta/runs/{id}', (id) => `/meta/runs/${id}`],
    ['/meta/runs, a page of 100', (id) => `/meta/runs?limit=100&before=${id}`],
    ['/meta/runs of failed ones', (id) => `/meta/runs?state=failed&before=${id}`],
    ['/meta/changes of old runs', (id) => `/meta/changes?since=${id}&limit=100`],
    ['/meta/datasets', () => '/meta/datasets'],
    ['/meta/datasets asOf an old time', (id) => `/meta/datasets?asOf=${asOf(id)}`],
    ['/meta/freshness', () => '/meta/freshness?include=expected'],
  ]
  for (const [what, address] of questions) {
    const times: number[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      const id = Math.floor(MANY_RUNS * ((round * 0.618) % 1))
      const startedMs = performance.now()
      const response = await fetch(`${url}${address(id)}`)
      const body = await response.text()
      times.push(performance.now() - startedMs)
      if (response.status !== 200) throw new Error(`${address(id)}: ${response.status} ${body}`)
    }
    const ms = Math.round(times.sort((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN)
    report.add(`${what}${when}`, `${ms} ms`, `${MAX_RESPONSE_MS} ms`, ms <= MAX_RESPONSE_MS)
  }
  // The rarest question: all runs are looked through for what none of them is.
  const startedMs = performance.now()
  await (await fetch(`${url}/meta/runs?source=nobody`)).text()
  report.add(`/meta/runs of no source${when}`, `${Math.round(performance.now() - startedMs)} ms`)
}
