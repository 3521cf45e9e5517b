import { sql } from '../../../src/lib/sql.ts'
import { commitRun } from '../../../src/runs/run.ts'
import { orNull, t } from '../../../src/store/columns.ts'
import { defineFact, type Fact } from '../../../src/store/fact.ts'
import type { Snapshot } from '../../../src/store/snapshot.ts'
import type { Store } from '../../../src/store/store.ts'
import { DATABASE } from '../../../src/store/tables.ts'

/** Where the store of a suite lives. */
export interface Place {
  path: string
  url?: string | undefined
  cluster?: string | undefined
}

export type Row = Record<string, unknown>

export const cities = defineFact({
  name: 'cities',
  describe: 'People in cities over time.',
  key: { country: t.word('its country'), city: t.text('its name') },
  time: 'atSec',
  values: { people: t.float('how many'), mayor: orNull(t.text('who leads it')) },
})
export const everything = defineFact({
  name: 'everything',
  describe: 'A column of every kind.',
  key: { id: t.text('its id') },
  values: {
    float: t.float('a float'),
    int: t.int('an int'),
    bool: t.bool('a bool'),
    texts: t.texts('texts'),
    word: t.word('a word'),
    maybeText: orNull(t.text('a text')),
    maybeWord: orNull(t.word('a word')),
    maybeFloat: orNull(t.float('a float')),
    maybeInt: orNull(t.int('an int')),
    maybeBool: orNull(t.bool('a bool')),
  },
})
export const young = defineFact({
  name: 'growing',
  describe: 'A fact.',
  key: { id: t.text('its id') },
  values: { size: t.float('its size') },
})
export const grown = defineFact({
  name: 'growing',
  describe: 'The same fact, later.',
  key: { id: t.text('its id') },
  values: {
    size: t.float('its size'),
    colour: orNull(t.word('its colour')),
    tags: t.texts('its tags'),
    heavy: t.bool('whether it is heavy'),
  },
})
/** A fact with an order of its own and copies beside its rows. */
export const parcels = defineFact({
  name: 'parcels',
  describe: 'Parcels as they pass depots.',
  key: { depot: t.int('its depot'), parcel: t.text('its number') },
  time: 'atSec',
  values: { sender: t.text('who sent it'), weight: t.digits('its weight') },
  order: ['depot', 'atSec', 'parcel'],
  indexes: { byWeight: sql`weight TYPE set(10)` },
  projections: {
    bySender: sql`SELECT * ORDER BY sender, atSec`,
    byDepot: sql`SELECT depot, run, quality, count(), max(atSec) GROUP BY depot, run, quality`,
  },
})
const sensors = {
  describe: 'Levels that sensors read.',
  key: { place: t.word('its place'), sensor: t.int('its number') },
  time: 'atSec' as const,
  values: { level: t.float('the level') },
  order: ['sensor', 'atSec', 'place'],
}
/** Facts for the rule of visibility: with a time and a key of every kind, and without a time. */
export const readings = defineFact({ name: 'readings', ...sensors })
export const echoes = defineFact({ name: 'echoes', ...sensors })
export const labels = defineFact({
  name: 'labels',
  describe: 'Labels and their size.',
  // Named like a column of the table of replacements.
  key: { fact: t.text('what it is on') },
  values: { size: t.float('its size') },
})
export const FACTS: readonly Fact[] = [cities, everything, young, parcels, readings, echoes, labels]

let nowMs = Date.parse('2026-01-01T00:00:00Z')
/**
 * Moves on by a second with every run, so that "as it was known at" has something to tell apart.
 */
export const clock = { nowMs: () => nowMs }

export function tick(): void {
  nowMs += 1_000
}

export async function put(
  store: Store,
  fact: Fact,
  rows: readonly Row[],
  options: { source?: string; again?: boolean } = {},
) {
  tick()
  return commitRun(
    store,
    { source: options.source ?? 'suite', clock, again: options.again ?? true },
    async (stage) => {
      await stage.insertRows(fact, rows)
      return { accepted: rows.length, rejected: 0, held: 0 }
    },
  )
}

export const city = (people: number, more: Row = {}): Row => ({
  country: 'it',
  city: 'Roma',
  atSec: 100,
  people,
  mayor: null,
  ...more,
})

export async function peopleIn(snapshot: Snapshot, name: string): Promise<unknown[]> {
  const rows = await snapshot.query<Row>(
    sql`SELECT atSec, people FROM ${snapshot.current(cities, sql`city = {name:String}`)} ORDER BY atSec`,
    { name },
  )
  return rows.map((row) => [row.atSec, row.people])
}

export async function stageTables(store: Store): Promise<string[]> {
  const stages = sql`SELECT name FROM system.tables WHERE database = {database:String} AND startsWith(name, 'stage_')`
  return (await store.engine.writerQuery<{ name: string }>(stages, { database: DATABASE })).map(
    ({ name }) => name,
  )
}

/** The store under test; a test may close and open it again. */
export interface Bench {
  store: Store
  reopen(facts?: readonly Fact[], log?: (message: string) => void): Promise<void>
}
