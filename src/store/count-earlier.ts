import type { Fact } from './fact.ts'
import type { Run } from './journal.ts'
import type { Store } from './store.ts'
import { tableOf } from './tables.ts'

/** Counts the rows of runs that were committed before the journal recorded row counts. */
export async function countEarlierRuns(
  store: Store,
  log: (message: string) => void,
): Promise<void> {
  const uncounted = store.journal.list().filter(({ state, facts, rows }) => {
    return state === 'committed' && facts.length > 0 && Object.keys(rows).length === 0
  })
  if (uncounted.length === 0) return
  const names = new Set(uncounted.flatMap(({ facts }) => facts))
  const counted = new Map<string, Map<number, number>>()
  const facts = [...store.facts.values()].filter(({ name }) => names.has(name))
  for (const [index, fact] of facts.entries()) {
    log(`Counting the rows of ${fact.name} (${index + 1} of ${facts.length}); this happens once.`)
    counted.set(fact.name, await countByRun(store, fact))
  }
  await store.journal.writeAll(
    uncounted.map((run) => ({ ...run, rows: rowsOf(run, counted), revision: run.revision + 1 })),
  )
}

async function countByRun(store: Store, fact: Fact): Promise<Map<number, number>> {
  const rows = await store.engine.writerQuery<{ run: number; rows: number }>(
    `SELECT run, count() AS rows FROM ${tableOf(fact)} GROUP BY run`,
  )
  return new Map(rows.map(({ run, rows: count }) => [run, count]))
}

function rowsOf(run: Run, counted: ReadonlyMap<string, ReadonlyMap<number, number>>) {
  const [only, ...others] = run.facts
  // An import of files said how many rows it brought, so a loss before this day shows as well.
  if (run.source === 'import' && only !== undefined && others.length === 0)
    return { [only]: run.accepted + run.held }
  // A run that brought no rows of a fact has none: that is its true count.
  return Object.fromEntries(run.facts.map((fact) => [fact, counted.get(fact)?.get(run.id) ?? 0]))
}
