import { cpSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load, type Peer, processorTimeSec, startAlmanac, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'

const ROUNDS = 9
// `BENCH_SECONDS=1` for a quick look.
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
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
    const first = await startAlmanac(join(folder, 'off'), CLOCK)
    await first.stop()
    const peers = new Map<Kind, Peer>()
    for (const kind of Object.keys(KINDS) as Kind[]) {
      const dataDir = join(folder, kind)
      if (kind !== 'off') cpSync(join(folder, 'off'), dataDir, { recursive: true })
      const output = openSync(join(folder, `${kind}.log`), 'w')
      peers.set(kind, await startAlmanac(dataDir, { ...CLOCK, ...KINDS[kind] }, output))
    }
    const times = await timesInTurns(peers)
    const off = times.get('off') ?? Number.NaN
    for (const [kind, microseconds] of times) {
      if (kind === 'off') continue
      const ratio = microseconds / off
      const measured = `${ratio.toFixed(3)} (${off.toFixed(1)} → ${microseconds.toFixed(1)} µs)`
      report.add(kind, measured, `≤ ${MAX_RATIO}`, ratio <= MAX_RATIO)
    }
    for (const peer of peers.values()) await peer.stop()
  })
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
