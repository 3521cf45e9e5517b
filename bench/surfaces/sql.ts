import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareLoads, medianLoad, uncachedScript } from '../fairness.ts'
import { BENCH_KEY, load, startAlmanac, withFolder } from '../support/processes.ts'
import type { Report } from '../support/report.ts'

// `BENCH_SECONDS=2` for a quick look.
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8)
const CONCURRENCY = 2
const LIMIT = 2
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
export async function latencyBesideSql(report: Report): Promise<void> {
  report.section('Latency while the worst allowed statements of POST /sql run')
  await withFolder(async (folder) => {
    const almanac = await startAlmanac(join(folder, 'data'), {
      ALMANAC_CLOCK: '2026-01-31T12:00:00Z',
      ALMANAC_SQL_PER_KEY: String(CONCURRENCY),
      ALMANAC_SQL_CONCURRENCY: String(CONCURRENCY),
    })
    const script = join(folder, 'uncached.lua')
    writeFileSync(script, uncachedScript)
    const cached = () => load(`${almanac.url}/v2/chains`, { seconds: SECONDS, connections: 8 })
    const uncached = () => load(almanac.url, { seconds: SECONDS, connections: 2, script })
    await (await fetch(`${almanac.url}/v2/chains`)).text()
    await uncached()
    const rest = { cached: await medianLoad(cached), uncached: await medianLoad(uncached) }
    const statements = runStatements(almanac.url)
    const busy = { cached: await medianLoad(cached), uncached: await medianLoad(uncached) }
    const counts = await statements.stop()
    for (const kind of ['cached', 'uncached'] as const)
      compareLoads(report, `${kind} responses`, {
        rest: rest[kind],
        busy: busy[kind],
        limit: LIMIT,
      })
    report.add('statements meanwhile', `${counts.made} made, ${counts.refused} refused`)
    await almanac.stop()
  })
}

/** Keeps all places for statements taken until it is told to stop. */
function runStatements(url: string): { stop(): Promise<{ made: number; refused: number }> } {
  const leaving = new AbortController()
  const counts = { made: 0, refused: 0 }
  const loop = async (first: number): Promise<void> => {
    for (let index = first; !leaving.signal.aborted; index++) {
      const response = await fetch(`${url}/sql`, {
        method: 'POST',
        headers: { 'X-API-Key': BENCH_KEY, 'Content-Type': 'application/json' },
        body: JSON.stringify({ query: WORST[index % WORST.length] }),
        signal: leaving.signal,
      })
      await response.text()
      if (response.ok) counts.made++
      else counts.refused++
    }
  }
  const loops = Array.from({ length: CONCURRENCY }, (_, index) =>
    loop(index * 3).catch((error: unknown) => {
      if (!leaving.signal.aborted) throw error
    }),
  )
  return {
    stop: async () => {
      leaving.abort()
      await Promise.all(loops)
      return counts
    },
  }
}
