import { type Sql, sql } from '../../src/lib/sql.ts'
import type { Store } from '../../src/store/store.ts'
import { type Peer, residentMb } from './processes.ts'
import type { Report } from './report.ts'

const ROUNDS = 5
const COLD_FACTOR = 3
const AFTER_COMMIT_FACTOR = 1.5
// Below this, the request itself takes longer than the rows.
const MIN_LIMIT_MS = 30
const MAX_GROWTH = 1.5
const MAX_MEMORY_MB = 1_500
const MAX_FIRST_MS = 3_000

/** The median time in which the engine itself writes the rows of a statement as JSON. */
export async function engineMs(store: Store, statement: Sql): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    // Else the engine remembers which rows the same filter found in the round before.
    await store.engine.command(sql`SYSTEM DROP QUERY CONDITION CACHE`)
    const startedMs = performance.now()
    for await (const _ of await store.engine.stream(statement, 'JSONEachRow'));
    times.push(performance.now() - startedMs)
  }
  return median(times)
}

/** The same for several statements, by their names. */
export async function engineTimes<Name extends string>(
  store: Store,
  statements: Readonly<Record<Name, Sql>>,
): Promise<Record<Name, number>> {
  const times: Partial<Record<Name, number>> = {}
  for (const name in statements) times[name] = await engineMs(store, statements[name])
  return times as Record<Name, number>
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

/** Reports the first response after a start: states load on first use. */
export function addFirst(report: Report, path: string, ms: number): void {
  addLimited(report, `first response after a start, ${path}`, ms, MAX_FIRST_MS)
}

/** Reports a response that does not grow with the table, at the full size and at a tenth of it. */
export function addGrowth(report: Report, what: string, ms: number, smallMs: number): void {
  const growth = ms / smallMs
  report.add(
    `${what}, with ten times the rows`,
    `${growth.toFixed(2)} times (${formatMs(ms)} against ${formatMs(smallMs)})`,
    `≤ ${MAX_GROWTH}`,
    growth <= MAX_GROWTH,
  )
}

/** Reports the memory of a service after all requests of its suite. */
export function addMemory(report: Report, { pid }: Peer): void {
  const mb = residentMb(pid)
  report.add('resident memory', `${mb} MB`, `≤ ${MAX_MEMORY_MB} MB`, mb <= MAX_MEMORY_MB)
}

/** Reports a time with a limit of its own. */
export function addLimited(report: Report, what: string, ms: number, maxMs: number): void {
  report.add(what, formatMs(ms), `≤ ${maxMs} ms`, ms <= maxMs)
}

export function formatMs(ms: number): string {
  return `${ms.toFixed(ms < 100 ? 1 : 0)} ms`
}

function add(report: Report, what: string, ms: number, engine: number, factor: number): void {
  const limitMs = (Math.max(engine * COLD_FACTOR, MIN_LIMIT_MS) / COLD_FACTOR) * factor
  const limit = `≤ ${limitMs.toFixed(0)} ms (engine ${formatMs(engine)})`
  report.add(what, formatMs(ms), limit, ms <= limitMs)
}
