import { sql } from '../lib/sql.ts'
import type { Fact } from './fact.ts'
import type { Run } from './journal.ts'
import type { FactTotal } from './run-block.ts'
import { newestSecSql } from './run-rows.ts'
import type { Store } from './store.ts'
import { tableOf } from './tables.ts'

type Counts = Pick<FactTotal, 'rows' | 'newestSec'>
type Counted = ReadonlyMap<string, ReadonlyMap<number, Counts>>

/** Counts the rows of runs that were committed before the journal recorded what they brought. */
export async function countEarlierRuns(
  store: Store,
  log: (message: string) => void,
): Promise<void> {
  const uncounted = await listUncounted(store)
  if (uncounted.length > 0) await store.alone(() => count(store, uncounted, log))
}

export async function hasUncounted(store: Store): Promise<boolean> {
  return (await listUncounted(store)).length > 0
}

function listUncounted({ journal, facts }: Store): Promise<Run[]> {
  return journal.listUncounted((fact) => facts.get(fact)?.time !== undefined)
}

async function count(
  store: Store,
  uncounted: readonly Run[],
  log: (message: string) => void,
): Promise<void> {
  const names = new Set(uncounted.flatMap(({ facts }) => facts))
  const counted = new Map<string, Map<number, Counts>>()
  const facts = [...store.facts.values()].filter(({ name }) => names.has(name))
  for (const [index, fact] of facts.entries()) {
    log(`Counting the rows of ${fact.name} (${index + 1} of ${facts.length}); this happens once.`)
    counted.set(fact.name, await countByRun(store, fact))
  }
  await store.journal.writeAll(
    uncounted.map((run) => ({
      ...run,
      rows: Object.keys(run.rows).length > 0 ? run.rows : rowsOf(run, counted),
      newestSec: newestOf(run, store.facts, counted),
      revision: run.revision + 1,
    })),
  )
}

async function countByRun(store: Store, fact: Fact): Promise<Map<number, Counts>> {
  const rows = await store.engine.writerQuery<Counts & { run: number }>(
    sql`SELECT run, count() AS rows, ${newestSecSql(fact)} AS newestSec FROM ${tableOf(fact)} GROUP BY run`,
  )
  return new Map(rows.map(({ run, ...total }) => [run, total]))
}

function rowsOf(run: Run, counted: Counted): Run['rows'] {
  const [only, ...others] = run.facts
  // An import of files said how many rows it brought, so a loss before this day shows as well.
  if (run.source === 'import' && only !== undefined && others.length === 0)
    return { [only]: run.accepted + run.held }
  // A run that brought no rows of a fact has none: that is its true count.
  return Object.fromEntries(
    run.facts.map((fact) => [fact, counted.get(fact)?.get(run.id)?.rows ?? 0]),
  )
}

function newestOf(run: Run, known: Store['facts'], counted: Counted): Run['newestSec'] {
  const timed = run.facts.filter((name) => known.get(name)?.time !== undefined)
  return Object.fromEntries(
    timed.map((fact) => [fact, counted.get(fact)?.get(run.id)?.newestSec ?? null]),
  )
}
