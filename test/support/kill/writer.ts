// Commits runs without end on one data directory, to be killed at any moment. First it tells what
// it found there.

import { Store } from '../../../src/store/store.ts'
import { commitMade, commitStaged, look, twoSides } from './two-sides.ts'

const SMALLEST_RUN = 100
const LARGEST_RUN = 60_000
const LARGEST_MADE = 2_000

const [dataDir = '', mode = 'write'] = process.argv.slice(2)
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const sides = twoSides()

say('opening')
const store = await Store.open({ facts: [sides.left, sides.right], path: dataDir })
say(`found ${JSON.stringify(await look(store, sides))}`)
while (mode === 'write') await commitOne()
await store.close()

/** In turn a run through staging tables and one whose rows go straight into theirs. */
async function commitOne(): Promise<void> {
  const isMade = store.journal.nextId % 2 === 0
  const rows =
    SMALLEST_RUN +
    Math.floor(Math.random() * ((isMade ? LARGEST_MADE : LARGEST_RUN) - SMALLEST_RUN))
  const run = await (isMade ? commitMade : commitStaged)(store, sides, rows)
  say(`ack ${run.id} ${rows}`)
}
