import type { Store } from '../../src/store/store.ts'
import type { Report } from './report.ts'

const ROUNDS = 5
const COLD_FACTOR = 3
const AFTER_COMMIT_FACTOR = 1.5
// Below this, the request itself takes longer than the rows.
const MIN_LIMIT_MS = 30

/** The median time in which the engine itself writes rows as JSON. */
export async function engineMs(store: Store, sql: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const startedMs = performance.now()
    for await (const _ of await store.engine.stream(sql, 'JSONEachRow'));
    times.push(performance.now() - startedMs)
  }
  return median(times)
}

export function median(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[values.length >> 1]
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}

/** Reports a cold response: at most three times the engine's own time for the same rows. */
export function addCold(report: Report, what: string, ms: number, engine: number): void {
  add(report, what, ms, engine, COLD_FACTOR)
}

/** Reports the first response after a commit, which may take half as long again. */
export function addAfterCommit(report: Report, what: string, ms: number, engine: number): void {
  add(report, what, ms, engine, COLD_FACTOR * AFTER_COMMIT_FACTOR)
}

function add(report: Report, what: string, ms: number, engine: number, factor: number): void {
  const limitMs = (Math.max(engine * COLD_FACTOR, MIN_LIMIT_MS) / COLD_FACTOR) * factor
  report.add(
    what,
    `${ms.toFixed(1)} ms`,
    `≤ ${limitMs.toFixed(0)} ms (engine ${engine.toFixed(1)} ms)`,
    ms <= limitMs,
  )
}
