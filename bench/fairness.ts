import { fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { at } from '../src/lib/at.ts'
import { longestBlockMs } from './support/event-loop.ts'
import { type Load, load, startAlmanac, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'

const NOW_SEC = Date.parse('2026-01-31T12:00:00Z') / 1000
// `BENCH_SECONDS=2` for a quick look.
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8)
const ROUNDS = 3
const LIMITS = { cached: 3, uncached: 5 }
// The free requests that take most processor time in the demo world when they are not cached.
const HEAVIEST = [
  '/stablecoin/1?fields=chainBalances,{n}',
  '/protocol/harbor-swap?fields=tvl,chainTvls,tokens,tokensInUsd,{n}',
  '/bridgedaystats/{m}/Ethereum',
]

/** Latency of one client while another, without a key too, loops the three heaviest requests. */
export async function fairness(report: Report): Promise<void> {
  report.section('Latency while another client loops the three heaviest requests')
  await withFolder(async (folder) => {
    const almanac = await startAlmanac(join(folder, 'data'), {
      ALMANAC_CLOCK: '2026-01-31T12:00:00Z',
    })
    const script = join(folder, 'uncached.lua')
    writeFileSync(script, uncachedScript)
    const cached = () => load(`${almanac.url}/v2/chains`, { seconds: SECONDS, connections: 8 })
    const uncached = () => load(almanac.url, { seconds: SECONDS, connections: 2, script })
    for (const path of ['/v2/chains', ...HEAVIEST]) await (await fetch(almanac.url + path)).text()
    await uncached()
    const rest = { cached: await medianLoad(cached), uncached: await medianLoad(uncached) }
    const heavy = startHeavyClient(almanac.url)
    const busy = { cached: await medianLoad(cached), uncached: await medianLoad(uncached) }
    const blockMs = await longestBlockMs(almanac, uncached)
    const made = heavy.stop()
    for (const kind of ['cached', 'uncached'] as const)
      compareLoads(report, `${kind} responses`, {
        rest: rest[kind],
        busy: busy[kind],
        limit: LIMITS[kind],
      })
    report.add('longest time the event loop was held meanwhile', `${Math.round(blockMs)} ms`)
    report.add('responses to the heavy client', `${made.ok} made, ${made.refused} refused`)
    await almanac.stop()
  })
}

/** p99 of a load beside other work, as a multiple of what it is alone. */
export function compareLoads(
  report: Report,
  what: string,
  { rest, busy, limit }: { rest: Load; busy: Load; limit: number },
): void {
  const ratio = busy.p99Ms / rest.p99Ms
  const measured = `${ratio.toFixed(1)} (p99 ${rest.p99Ms.toFixed(1)} → ${busy.p99Ms.toFixed(1)} ms, p50 ${rest.p50Ms.toFixed(1)} → ${busy.p50Ms.toFixed(1)} ms, ${Math.round(rest.requestsPerSecond)} → ${Math.round(busy.requestsPerSecond)} a second, ${busy.errors} errors)`
  report.add(what, measured, `≤ ${limit}`, ratio <= limit && busy.errors === 0)
}

/** The load of the round whose p99 is in the middle. */
export async function medianLoad(measure: () => Promise<Load>): Promise<Load> {
  const rounds: Load[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measure())
  return at(
    rounds.sort((a, b) => a.p99Ms - b.p99Ms),
    Math.floor(ROUNDS / 2),
  )
}

function startHeavyClient(origin: string): { stop(): { ok: number; refused: number } } {
  const program = join(import.meta.dirname, 'support/heavy-client.ts')
  const child = fork(program, [origin, '127.0.0.2', ...HEAVIEST])
  // It stands for a client on another machine, so it gives way to those that are measured.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const made = { ok: 0, refused: 0 }
  child.on('message', ({ status }: { status: number }) => {
    if (status === 200) made.ok++
    else made.refused++
  })
  return {
    stop: () => {
      child.kill()
      return made
    },
  }
}

/** A price at another moment each time, in each round too. */
export const uncachedScript = `
local n = os.time() % 60000 * 1000
request = function()
  n = n + 1
  return wrk.format("GET", "/prices/historical/" .. (${NOW_SEC} - n) .. "/aggregator:bitcoin")
end
`
