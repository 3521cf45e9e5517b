import { join } from 'node:path'
import { prices } from '../../src/domains/coins/facts.ts'
import { sql } from '../../src/lib/sql.ts'
import { NO_FILTER } from '../../src/store/change-cursor.ts'
import { readChanges } from '../../src/store/changes.ts'
import type { Run } from '../../src/store/journal.ts'
import { Store } from '../../src/store/store.ts'
import { tableOf } from '../../src/store/tables.ts'
import { withFolder } from '../support/processes.ts'
import type { Report } from '../support/report.ts'

const FEW_RUNS = 100
const MANY_RUNS = 10_000
const ROWS_PER_RUN = 500
const ROUNDS = 40
const START_SEC = 1_600_000_000
const STEP_SEC = 300

/** What one run brought, in a table of few runs and in one of a hundred times as many. */
export async function changesOfOneRun(report: Report): Promise<void> {
  report.section(
    `Changes of one run of ${ROWS_PER_RUN} rows, out of ${MANY_RUNS.toLocaleString('en')} runs and out of ${FEW_RUNS}`,
  )
  await withFolder(async (folder) => {
    const store = await Store.open({ facts: [prices], path: join(folder, 'facts') })
    await fill(store, 1, FEW_RUNS)
    const fewMs = await measure(store, FEW_RUNS)
    await fill(store, FEW_RUNS + 1, MANY_RUNS)
    const manyMs = await measure(store, MANY_RUNS)
    const ratio = manyMs / fewMs
    report.add(
      'time for one run, the larger table over the smaller',
      `${ratio.toFixed(2)} (${manyMs.toFixed(1)} ms against ${fewMs.toFixed(1)} ms)`,
      '≤ 2',
      ratio <= 2,
    )
    await store.close()
  })
}

/** Every run has a price of every coin, so that its rows lie all over a table in order of coins. */
async function fill({ engine, journal }: Store, fromRun: number, toRun: number): Promise<void> {
  const count = toRun - fromRun + 1
  await engine.command(
    sql`INSERT INTO ${tableOf(prices)} (coin, atSec, priceUsd, confidence, recordedAt, run, quality)
     SELECT concat('coin:', toString(number % ${ROWS_PER_RUN})), ${START_SEC} + run * ${STEP_SEC}, number / 7, 0.99,
       fromUnixTimestamp64Milli(toInt64(${START_SEC}000), 'UTC'), ${fromRun} + intDiv(number, ${ROWS_PER_RUN}) AS run, 'ok'
     FROM numbers(${count * ROWS_PER_RUN})`,
  )
  await engine.command(sql`OPTIMIZE TABLE ${tableOf(prices)} FINAL`)
  await journal.writeAll(Array.from({ length: count }, (_, index) => runOf(fromRun + index)))
}

function runOf(id: number): Run {
  const atMs = (START_SEC + id * STEP_SEC) * 1000
  return {
    ...{ id, state: 'committed', startedAtMs: atMs, atMs, source: 'bench', facts: ['prices'] },
    ...{
      contentHash: '',
      accepted: ROWS_PER_RUN,
      rejected: 0,
      held: 0,
      note: '',
      revision: 0,
      undoes: [],
      dropped: {},
      droppedUpTo: {},
    },
    rows: { prices: ROWS_PER_RUN },
    newestSec: { prices: START_SEC + id * STEP_SEC },
  }
}

/** The median time of changes of one run, another one each time. */
async function measure(store: Store, runs: number): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const after = Math.floor((runs - 1) * ((round * 0.618) % 1))
    const reader = { snapshot: store.snapshot(), journal: store.journal, facts: store.facts }
    const startedMs = performance.now()
    const found = await readChanges(
      reader,
      { after, fact: 0, offset: 0 },
      { filter: NO_FILTER, limit: ROWS_PER_RUN },
    )
    times.push(performance.now() - startedMs)
    if (found.rows.length !== ROWS_PER_RUN || found.runs[0]?.id !== after + 1)
      throw new Error(`Changes after run ${after} are not those of one run.`)
  }
  return times.sort((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN
}
