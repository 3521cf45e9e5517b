import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createClock } from '../../../src/lib/clock.ts'
import { sql } from '../../../src/lib/sql.ts'
import { commitRun } from '../../../src/runs/run.ts'
import type { Fact } from '../../../src/store/fact.ts'
import { Store, type StoreOptions } from '../../../src/store/store.ts'
import { firstSizes, laterSizes } from './sizes.ts'

/** Where a store is: a folder, or servers. */
export type Place = Pick<StoreOptions, 'path' | 'url' | 'cluster'>

const MIGRATING = join(import.meta.dirname, 'migrating.ts')

export async function putSizes(store: Store, fact: Fact, rows: object[]): Promise<void> {
  await commitRun(store, { source: 'test', clock: createClock() }, async (stage) => {
    await stage.insertRows(fact, rows as Record<string, unknown>[])
    return { accepted: rows.length, rejected: 0, held: 0 }
  })
}

/** Two series, of which the second run corrects a size. */
export async function fillFirstSizes(store: Store): Promise<void> {
  await putSizes(store, firstSizes, [
    { id: 'A', atSec: 100, size: 1.25 },
    { id: 'A', atSec: 200, size: 0.5 },
    { id: 'B', atSec: 100, size: 3 },
  ])
  await putSizes(store, firstSizes, [{ id: 'A', atSec: 100, size: 1.5 }])
}

/** A run of many rows, so that there is time to end a migration in the middle. */
export async function addManySizes(store: Store, rows: number): Promise<void> {
  await commitRun(store, { source: 'test', clock: createClock() }, async (stage) => {
    await stage.insertSelect(
      firstSizes,
      sql`SELECT 'C' AS id, toUInt32(number + 1000) AS atSec, 2. AS size FROM numbers(${rows})`,
    )
    return { accepted: rows, rejected: 0, held: 0 }
  })
}

// 1.5 m are 150 hundredths; before run 2 it was 1.25 m. 0.5 is not above 1, so it counts in cm.
export const NOW = [
  { id: 'a', atSec: 100, size: 150, unit: 'm' },
  { id: 'b', atSec: 100, size: 300, unit: 'm' },
  { id: 'a', atSec: 200, size: 50, unit: 'cm' },
]
export const AFTER_RUN_1 = [{ id: 'a', atSec: 100, size: 125, unit: 'm' }, ...NOW.slice(1)]

export async function readSizes(store: Store, run: number): Promise<unknown[]> {
  const snapshot = store.snapshotOf(run)
  return snapshot.query(
    sql`SELECT id, atSec, size, unit FROM ${snapshot.current(laterSizes)} ORDER BY atSec, id`,
  )
}

/** Opens a store as the later version, cut off before one statement after the other. */
export async function migrateWithCuts(
  place: Place,
  { onCut, onOpen }: { onCut?: () => Promise<void>; onOpen: (store: Store) => Promise<void> },
): Promise<number> {
  let cuts = 0
  for (let isCutOff = true; isCutOff; cuts++) {
    let left = cuts
    const observe: StoreOptions['observe'] = (statement, work) => {
      const changes = /^(CREATE|DROP|INSERT|ALTER)/.test(statement.text)
      if (changes && left-- === 0) return Promise.reject(new Error('cut off'))
      return work()
    }
    const opening = Store.open({ facts: [laterSizes], ...place, observe })
    const store = await opening.catch((error: Error) => {
      if (!error.message.includes('cut off')) throw error
      return undefined
    })
    left = Number.POSITIVE_INFINITY
    isCutOff = store === undefined
    if (store === undefined) await onCut?.()
    else await onOpen(store).finally(() => store.close())
  }
  return cuts
}

/** Kills a process of the later version while it migrates. */
export async function killWhileMigrating(place: Place): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', MIGRATING, JSON.stringify(place)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = once(child, 'exit')
  const begun = Promise.withResolvers<void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('Migrating')) begun.resolve()
  })
  await Promise.race([begun.promise, ended])
  child.kill('SIGKILL')
  await ended
}
