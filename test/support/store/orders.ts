import { describe, expect, test } from 'vitest'
import { type Sql, sql } from '../../../src/lib/sql.ts'
import { orNull, t } from '../../../src/store/columns.ts'
import { defineFact } from '../../../src/store/fact.ts'
import { storageTable, tableOf } from '../../../src/store/tables.ts'
import { type Bench, clock, FACTS, parcels, put, type Row } from './facts.ts'

const parcel = (depot: number, name: string, atSec: number, sender: string): Row => ({
  depot,
  parcel: name,
  atSec,
  sender,
  weight: '7',
})

/** Facts whose rows are in an order of their own, with projections beside them. */
export function describeOrders(bench: Bench): void {
  const bySender = (sender: string) => {
    const snapshot = bench.store.snapshot()
    return snapshot.query<Row>(
      sql`SELECT depot, parcel, atSec, weight ${snapshot.versions(parcels, sql`sender = {sender:String}`)} ORDER BY ALL`,
      {
        sender,
      },
    )
  }
  const countOf = (depot: number) => {
    const snapshot = bench.store.snapshot()
    return snapshot.query<Row>(
      sql`SELECT toUInt32(count()) AS rows, max(atSec) AS last ${snapshot.versions(parcels, sql`depot = {depot:Int64}`)}`,
      { depot },
    )
  }

  describe('orders', () => {
    test('default: rows are in the order of the fact; of each key and time the newest version is served', async () => {
      await put(bench.store, parcels, [
        parcel(1, 'b', 300, 'Ann'),
        parcel(1, 'a', 400, 'Bob'),
        parcel(2, 'a', 100, 'Ann'),
      ])
      await put(bench.store, parcels, [{ ...parcel(1, 'b', 300, 'Ann'), weight: '8' }])
      const [table] = await bench.store.engine.query<{ key: string }>(
        sql`SELECT sorting_key AS key FROM system.tables WHERE name = {name:String}`,
        { name: storageTable(tableOf(parcels), bench.store.placement).text.split('.')[1] },
      )
      expect(table?.key).toBe('depot, atSec, parcel, run')
      const snapshot = bench.store.snapshot()
      const rows = await snapshot.query<Row>(
        sql`SELECT depot, parcel, atSec, weight FROM ${snapshot.current(parcels)} ORDER BY ALL`,
      )
      expect(rows).toEqual([
        { depot: 1, parcel: 'a', atSec: 400, weight: '7' },
        { depot: 1, parcel: 'b', atSec: 300, weight: '8' },
        { depot: 2, parcel: 'a', atSec: 100, weight: '7' },
      ])
    })

    test('behavior: rows in another order and sums of rows follow every run, and no reader sees what is not committed', async () => {
      expect(await bySender('Ann')).toHaveLength(3)
      expect(await countOf(1)).toEqual([{ rows: 3, last: 400 }])
      const before = bench.store.snapshot()
      await put(bench.store, parcels, [parcel(1, 'c', 500, 'Ann')])
      expect(await bySender('Ann')).toHaveLength(4)
      expect(await countOf(1)).toEqual([{ rows: 4, last: 500 }])
      const then = await before.query<Row>(
        sql`SELECT toUInt32(count()) AS rows ${before.versions(parcels, sql`depot = 1`)}`,
      )
      expect(then).toEqual([{ rows: 3 }])
    })

    test('behavior: the engine reads a projection where that is less, and asks an index first', async () => {
      if (bench.store.placement.cluster !== undefined) return
      const many = Array.from({ length: 20_000 }, (_, index) =>
        parcel(3, String(index), 1_000 + index, `sender ${index % 500}`),
      )
      await put(bench.store, parcels, many)
      const snapshot = bench.store.snapshot()
      const planOf = async (statement: Sql) => {
        const rows = await snapshot.query<{ explain: string }>(sql`EXPLAIN ${statement}`)
        return rows.map(({ explain }) => explain).join('\n')
      }
      expect(
        await planOf(sql`SELECT parcel ${snapshot.versions(parcels, sql`sender = 'sender 7'`)}`),
      ).toContain('bySender')
      expect(
        await planOf(sql`SELECT depot, count() ${snapshot.versions(parcels)} GROUP BY depot`),
      ).toContain('byDepot')
      expect(await bySender('sender 7')).toHaveLength(40)
      const passedOver = await snapshot.query<{ explain: string }>(
        sql`EXPLAIN indexes = 1 SELECT parcel ${snapshot.versions(parcels, sql`weight = '9'`)}`,
      )
      expect(passedOver.map(({ explain }) => explain.trim()).join(' ')).toContain('byWeight')
    })

    test('behavior: a run that is taken back is gone from the projections too', async () => {
      const id = bench.store.journal.nextId
      const nowMs = clock.nowMs()
      const empty = {
        facts: [],
        contentHash: '',
        accepted: 0,
        rejected: 0,
        held: 0,
        note: '',
        rows: {},
        newestSec: {},
        revision: 0,
        undoes: [],
        dropped: {},
        droppedUpTo: {},
      }
      await bench.store.journal.write({
        id,
        state: 'committing',
        startedAtMs: nowMs,
        atMs: nowMs,
        source: 'cut',
        ...empty,
      })
      const stamp = { run: id, quality: 'ok', recordedAt: new Date(nowMs).toISOString() }
      await bench.store.engine.insert(tableOf(parcels), [
        { ...parcel(4, 'cut', 600, 'Cut'), ...stamp },
      ])
      await put(bench.store, parcels, [parcel(4, 'kept', 500, 'Cut')])
      expect(await bySender('Cut')).toEqual([{ depot: 4, parcel: 'kept', atSec: 500, weight: '7' }])
      expect(await countOf(4)).toEqual([{ rows: 1, last: 500 }])
    })

    test('behavior: a fact that gained a projection and an index keeps its rows, and those it gets later', async () => {
      const declared = {
        name: 'letters',
        describe: 'Letters.',
        key: { letter: t.text('its number') },
        values: { sender: t.text('who sent it'), note: orNull(t.text('a note')) },
      }
      const before = defineFact(declared)
      const after = defineFact({
        ...declared,
        projections: { bySender: sql`SELECT * ORDER BY sender` },
        indexes: { byNote: sql`note TYPE set(10)` },
      })
      await bench.reopen([...FACTS, before])
      await put(bench.store, before, [{ letter: '1', sender: 'Ann', note: null }])
      for (const letter of ['2', '3']) {
        await bench.reopen([...FACTS, after])
        await put(bench.store, after, [{ letter, sender: 'Ann', note: null }])
      }
      const snapshot = bench.store.snapshot()
      const rows = await snapshot.query<Row>(
        sql`SELECT letter ${snapshot.versions(after, sql`sender = 'Ann'`)} ORDER BY letter`,
      )
      expect(rows.map(({ letter }) => letter)).toEqual(['1', '2', '3'])
    })

    test('error: an order must name the key and the time, each once', () => {
      const declare = (order: string[]) => () =>
        defineFact({
          name: 'odd',
          describe: 'Odd.',
          key: { a: t.int('a'), b: t.int('b') },
          time: 'atSec',
          values: {},
          order,
        })
      for (const order of [['a', 'b'], ['a', 'b', 'atSec', 'a'], ['a', 'b', 'c'], []])
        expect(declare(order)).toThrow('a, b, atSec')
      expect(declare(['b', 'atSec', 'a'])().order).toEqual(['b', 'atSec', 'a'])
    })
  })
}
