import type { Fact } from '../../store/fact.ts'
import type { Snapshot } from '../../store/store.ts'

/** The one spelling of a key column's value, as the store will have it. */
export type Spelling = (column: string, given: unknown) => string

// Bound values travel in the address of a request, which servers keep short.
const MOST_AT_ONCE = 1_000

/** Asks the engine how it will spell what the rows say: rows are compared with stored ones before they are stored themselves. */
export async function loadSpelling(snapshot: Snapshot, fact: Fact, rows: readonly Record<string, unknown>[]): Promise<Spelling> {
  const spelled = new Map<string, Map<string, string>>()
  for (const column of Object.keys(fact.key)) {
    const sql = fact.normalize[column]
    if (sql === undefined) continue
    const known = new Map<string, string>()
    const given = [...new Set(rows.map((row) => String(row[column])))]
    for (let from = 0; from < given.length; from += MOST_AT_ONCE) {
      const answer = await snapshot.query<{ raw: string; spelled: string }>(
        `SELECT raw, toString(${sql}) AS spelled FROM (SELECT raw, raw AS ${column} FROM (SELECT arrayJoin({given:Array(String)}) AS raw))`,
        { given: given.slice(from, from + MOST_AT_ONCE) },
      )
      for (const one of answer) known.set(one.raw, one.spelled)
    }
    spelled.set(column, known)
  }
  return (column, given) => spelled.get(column)?.get(String(given)) ?? String(given)
}
