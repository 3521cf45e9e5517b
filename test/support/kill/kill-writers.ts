import { expect } from 'vitest'
import { KilledStore } from './killed-store.ts'
import type { Work } from './place.ts'

/**
 * In turn runs through staging tables, one that dies while it opens the store, so that clearing up
 * is cut off as well, and ones whose rows go straight into their tables.
 */
const WRITES: readonly Work[] = ['commit', 'commit', 'opening', 'live', 'live', 'commit']

/** Kills a writer so many times; what it acknowledged must be there in full, and nothing else. */
export async function killWriters(folder: string, kills: number): Promise<void> {
  const problems: string[] = []
  const store = new KilledStore(folder, (work, problem) => problems.push(`${work}: ${problem}`))
  // Every second one has acknowledged a run, however slow the machine is.
  for (let dead = 0; dead < kills; dead++)
    await store.work(WRITES[dead % WRITES.length] ?? 'commit', dead % 2 === 1)
  await store.work('look')
  expect(problems).toEqual([])
  expect(
    store.runs.size,
    'enough runs were committed for the kills to mean something',
  ).toBeGreaterThan(kills / 5)
}
