import { sql } from '../../../src/lib/sql.ts'
// Ends the removal of a demo world that an earlier process was killed in, then makes another one
// and removes it, killing itself before the statement it is told.

import { createClock } from '../../../src/lib/clock.ts'
import { DEMO_SOURCE, listDemoRuns, removeDemo } from '../../../src/runs/remove-demo.ts'
import { commitRun } from '../../../src/runs/run.ts'
import { Store } from '../../../src/store/store.ts'
import { watchSteps } from './steps.ts'
import { commitMade, look, twoSides } from './two-sides.ts'

const ROWS = 50
const [dataDir = '', dieAt = '0'] = process.argv.slice(2)
const say = (word: string, what: object): void =>
  void process.stdout.write(`${word} ${JSON.stringify(what)}\n`)
const clock = createClock()
const sides = twoSides()
const store = await Store.open({ facts: [sides.left, sides.right], path: dataDir })

say('opened', { demo: (await listDemoRuns(store)).length, ...(await look(store, sides)) })
if (store.journal.latest > 0) await removeDemo(store, clock).catch(() => undefined)
say('removed', { damages: store.damages.length, ...(await look(store, sides)) })

if (store.journal.latest === 0) await commitMade(store, sides, ROWS)
for (const part of [1, 2])
  await commitRun(store, { source: DEMO_SOURCE, clock, again: true }, async (stage) => {
    for (const fact of [sides.left, sides.right])
      await stage.insertSelect(
        fact,
        // One of the keys of the other run, and others.
        sql`SELECT concat('key ', toString(number)) AS id, toUInt32(number) AS atSec, number + ${part} AS amount, 'demo' AS note FROM numbers(${2 * ROWS})`,
      )
    return { accepted: await stage.countRows(), rejected: 0, held: 0 }
  })
let steps = 0
watchSteps(store.engine, () => {
  steps++
  if (steps === Number(dieAt)) process.kill(process.pid, 'SIGKILL')
})
await removeDemo(store, clock)
say('done', { steps })
await store.close()
