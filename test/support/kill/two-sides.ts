import { createClock } from '../../../src/lib/clock.ts'
import { literal, sql } from '../../../src/lib/sql.ts'
import { commitRows, commitRun, type RunResult } from '../../../src/runs/run.ts'
import { t } from '../../../src/store/columns.ts'
import { defineFact, type Fact } from '../../../src/store/fact.ts'
import type { Store } from '../../../src/store/store.ts'
import { DATABASE, tableOf } from '../../../src/store/tables.ts'
import type { Found } from './found.ts'

/** Two facts that every run writes the same rows of; later versions have more projections. */
export function twoSides(version = 0): { left: Fact; right: Fact } {
  const projections = Object.fromEntries(
    Array.from({ length: version }, (_, index) => [
      `largest${index}`,
      sql`SELECT id, max(amount), ${index} AS part GROUP BY id`,
    ]),
  )
  const side = (name: string, describe: string) =>
    defineFact({
      name,
      describe,
      key: { id: t.text('its id') },
      time: 'atSec',
      values: { amount: t.float('an amount'), note: t.text('a note') },
      projections,
    })
  return { left: side('left_side', 'One side'), right: side('right_side', 'The other') }
}

type Sides = ReturnType<typeof twoSides>

export async function look(store: Store, { left, right }: Sides): Promise<Found> {
  const counts = (fact: Fact) =>
    store.engine.query<{ run: number; rows: number }>(
      sql`SELECT run, count() AS rows FROM ${tableOf(fact)} GROUP BY run ORDER BY run`,
    )
  const stages = await store.engine.writerQuery<{ name: string }>(
    sql`SELECT name FROM system.tables WHERE database = ${literal(DATABASE)} AND startsWith(name, 'stage_')`,
  )
  const snapshot = store.snapshot()
  const visible = await snapshot.query<{ run: number }>(
    sql`SELECT DISTINCT run ${snapshot.versions(left)} ORDER BY run`,
  )
  const runs = await store.journal.listAfter(0)
  return {
    left: await counts(left),
    right: await counts(right),
    committed: runs
      .filter((run) => run.state === 'committed')
      .map(({ id, accepted, rows, undoes }) => ({ id, accepted, rows, undoes: [...undoes] })),
    visible: visible.map(({ run }) => run),
    unfinished: store.journal.unfinished().map(({ id }) => id),
    stages: stages.map(({ name }) => name),
  }
}

/** A run whose rows go through staging tables. */
export function commitStaged(
  store: Store,
  { left, right }: Sides,
  rows: number,
): Promise<RunResult> {
  return commitRun(
    store,
    { source: 'killed', clock: createClock(), again: true },
    async (stage) => {
      for (const fact of [left, right]) {
        await stage.insertSelect(
          fact,
          sql`SELECT concat('key ', toString(number % 1000)) AS id, toUInt32(number) AS atSec, number / 3 AS amount, hex(sipHash64(number, ${stage.run})) AS note FROM numbers(${rows})`,
        )
      }
      return { accepted: await stage.countRows(), rejected: 0, held: 0 }
    },
  )
}

/** A run whose rows go straight into their tables, as those of live runs do. */
export function commitMade(
  store: Store,
  { left, right }: Sides,
  count: number,
): Promise<RunResult> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: `key ${index % 1000}`,
    atSec: index,
    amount: index / 3,
    note: `note ${index}`,
  }))
  return commitRows(store, { source: 'killed', clock: createClock() }, async () => ({
    rows: [left, right].map((fact) => ({ fact, rows })),
    counts: { accepted: 2 * count, rejected: 0, held: 0 },
  }))
}
