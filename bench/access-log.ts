import { cpSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load, type Peer, processorTimeSec, startAlmanac, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'

// Processes of the same settings differ by a tenth, so each kind has several.
const PROCESSES = 4
const ROUNDS = 6
const SECONDS = Number(process.env.BENCH_SECONDS ?? 1)
const MAX_RATIO = 1.05
const CLOCK = { ALMANAC_CLOCK: '2026-01-31T12:00:00Z', LOG_LEVEL: 'info' }
const KINDS = {
  off: { ALMANAC_ACCESS_LOG: 'off' },
  json: { ALMANAC_ACCESS_LOG: 'all' },
  text: { ALMANAC_ACCESS_LOG: 'all', ALMANAC_LOG_FORMAT: 'text' },
  sampled: { ALMANAC_ACCESS_LOG: '100' },
}
type Kind = keyof typeof KINDS

/** What the access log adds to a cached response, in processor time, which busy machines bear. */
export async function accessLog(report: Report): Promise<void> {
  report.section('Processor time of a cached response with the access log in a file, against none')
  await withFolder(async (folder) => {
    const filled = join(folder, 'filled')
    const first = await startAlmanac(filled, CLOCK)
    await first.stop()
    const times = await leastTimes(folder, filled)
    const off = times.get('off') ?? Number.NaN
    for (const [kind, microseconds] of times) {
      if (kind === 'off') continue
      const ratio = microseconds / off
      const measured = `${ratio.toFixed(3)} (${off.toFixed(1)} → ${microseconds.toFixed(1)} µs)`
      report.add(kind, measured, `≤ ${MAX_RATIO}`, ratio <= MAX_RATIO)
    }
  })
}

/** The time of one response in µs for each kind: of several processes, the quickest. */
async function leastTimes(folder: string, filled: string): Promise<Map<Kind, number>> {
  const times = new Map<Kind, number>()
  for (let turn = 0; turn < PROCESSES; turn++) {
    const peers = new Map<Kind, Peer>()
    for (const kind of inTurn(Object.keys(KINDS) as Kind[], turn)) {
      const dataDir = join(folder, `${kind}-${turn}`)
      cpSync(filled, dataDir, { recursive: true })
      const output = openSync(`${dataDir}.log`, 'w')
      peers.set(kind, await startAlmanac(dataDir, { ...CLOCK, ...KINDS[kind] }, output))
    }
    for (const [kind, microseconds] of await timesInTurns(peers))
      times.set(kind, Math.min(microseconds, times.get(kind) ?? Number.POSITIVE_INFINITY))
    for (const peer of peers.values()) await peer.stop()
  }
  return times
}

/** Another one first each time: what follows another may be slower. */
function inTurn<T>(values: readonly T[], turn: number): T[] {
  return [...values.slice(turn), ...values.slice(0, turn)]
}

/** The time of one response in µs: of several rounds, in which they take turns, the least disturbed. */
async function timesInTurns(peers: ReadonlyMap<Kind, Peer>): Promise<Map<Kind, number>> {
  const rounds = new Map<Kind, number[]>([...peers.keys()].map((kind) => [kind, []]))
  for (let round = 0; round <= ROUNDS; round++)
    for (const [kind, { url, pid }] of peers) {
      const beforeSec = serverTimeSec(pid)
      const { requests } = await load(`${url}/v2/chains`, { seconds: SECONDS })
      const microseconds = ((serverTimeSec(pid) - beforeSec) * 1e6) / requests
      // In the first round code is still being compiled.
      if (round > 0) rounds.get(kind)?.push(microseconds)
    }
  return new Map([...rounds].map(([kind, values]) => [kind, Math.min(...values)]))
}

/** Processor time of Node's own threads; the engine's work in the background is left out. */
function serverTimeSec(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((thread) => `${pid}/task/${thread}`)
    .filter((path) => /^(node|libuv)/.test(readFileSync(`/proc/${path}/comm`, 'utf8')))
    .reduce((sum, path) => sum + processorTimeSec(path), 0)
}
