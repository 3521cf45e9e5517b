import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Fact } from '../../store/fact.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import type { Store } from '../../store/store.ts'
import type { CheckedRow, Row } from './check-rows.ts'

const KEYS_AT_ONCE = 2_000
const REMEMBERED_ROWS = 100_000

interface Remembered {
  version: number
  rows: Row[]
}

const memories = new WeakMap<Store, LRUCache<string, Remembered>>()

/**
 * The versions on record of the things that some rows are about; the fact has no time. A source
 * describes the same things in every run, and they hardly ever change, so that they are remembered
 * as long as nobody writes into their fact.
 */
export async function readVersions(
  store: Store,
  snapshot: Snapshot,
  fact: Fact,
  fit: readonly CheckedRow[],
): Promise<Row[]> {
  const memory = memoryOf(store)
  const names = Object.keys(fact.key)
  const version = store.journal.versionAt([fact.name], snapshot.run)
  const found: Row[] = []
  for (let from = 0; from < fit.length; from += KEYS_AT_ONCE) {
    const some = fit.slice(from, from + KEYS_AT_ONCE)
    const keys = Object.fromEntries(
      names.map((name) => [name, [...new Set(some.map(({ row }) => row[name]))].sort()]),
    )
    const place = `${fact.name} ${hash('sha256', JSON.stringify(keys))}`
    const known = memory.get(place)
    const rows = known?.version === version ? known.rows : await readNamed(snapshot, fact, keys)
    memory.set(place, { version, rows })
    for (const row of rows) found.push(row)
  }
  return found
}

function readNamed(
  snapshot: Snapshot,
  fact: Fact,
  keys: Record<string, unknown[]>,
): Promise<Row[]> {
  const typeOf = (name: string) => (fact.key[name]?.kind === 'int' ? 'Int64' : 'String')
  const where = Object.keys(fact.key).map((name) => `${name} IN {${name}:Array(${typeOf(name)})}`)
  return snapshot.query<Row>(`SELECT * FROM ${snapshot.current(fact, where.join(' AND '))}`, keys)
}

function memoryOf(store: Store): LRUCache<string, Remembered> {
  const known = memories.get(store)
  if (known !== undefined) return known
  const memory = new LRUCache<string, Remembered>({
    maxSize: REMEMBERED_ROWS,
    sizeCalculation: ({ rows }) => rows.length + 1,
  })
  memories.set(store, memory)
  return memory
}
