// Commits runs without end on one data directory, to be killed at any moment. First it tells what
// it found there.

import { createClock } from '../../../src/lib/clock.ts'
import { commitRows, commitRun, type RunResult } from '../../../src/runs/run.ts'
import { t } from '../../../src/store/columns.ts'
import { defineFact, type Fact } from '../../../src/store/fact.ts'
import { Store } from '../../../src/store/store.ts'
import { DATABASE, tableOf } from '../../../src/store/tables.ts'
import type { Found } from './found.ts'

const values = { amount: t.float('an amount'), note: t.text('a note') }
const left = defineFact({
  name: 'left_side',
  describe: 'One side',
  key: { id: t.text('its id') },
  time: 'atSec',
  values,
})
const right = defineFact({
  name: 'right_side',
  describe: 'The other',
  key: { id: t.text('its id') },
  time: 'atSec',
  values,
})
const SMALLEST_RUN = 100
const LARGEST_RUN = 60_000
const LARGEST_MADE = 2_000

const [dataDir = '', mode = 'write'] = process.argv.slice(2)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

say('opening')
const store = await Store.open({ facts: [left, right], path: dataDir })
say(`found ${JSON.stringify(await look())}`)
while (mode === 'write') await commitOne()
await store.close()

async function look(): Promise<Found> {
  const counts = (fact: Fact) =>
    store.engine.query<{ run: number; rows: number }>(
      `SELECT run, count() AS rows FROM ${tableOf(fact)} GROUP BY run ORDER BY run`,
    )
  const stages = await store.engine.writerQuery<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = '${DATABASE}' AND startsWith(name, 'stage_')`,
  )
  const runs = store.journal.list()
  return {
    left: await counts(left),
    right: await counts(right),
    committed: runs
      .filter((run) => run.state === 'committed')
      .map(({ id, accepted }) => ({ id, accepted })),
    unfinished: store.journal.unfinished().map(({ id }) => id),
    stages: stages.map(({ name }) => name),
  }
}

/** In turn a run through staging tables and one whose rows go straight into theirs. */
async function commitOne(): Promise<void> {
  const isMade = store.journal.nextId % 2 === 0
  const rows =
    SMALLEST_RUN +
    Math.floor(Math.random() * ((isMade ? LARGEST_MADE : LARGEST_RUN) - SMALLEST_RUN))
  const run = await (isMade ? commitMade(rows) : commitStaged(rows))
  say(`ack ${run.id} ${rows}`)
}

function commitStaged(rows: number): Promise<RunResult> {
  return commitRun(
    store,
    { source: 'killed', clock: createClock(), again: true },
    async (stage) => {
      for (const fact of [left, right]) {
        await stage.insertSelect(
          fact,
          `SELECT concat('key ', toString(number % 1000)) AS id, toUInt32(number) AS atSec, number / 3 AS amount, hex(sipHash64(number, ${stage.run})) AS note FROM numbers(${rows})`,
        )
      }
      return { accepted: await stage.countRows(), rejected: 0, held: 0 }
    },
  )
}

function commitMade(count: number): Promise<RunResult> {
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
