import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { identifiers, sql } from '../../../src/lib/sql.ts'
import { tableOf } from '../../../src/store/tables.ts'
import { type Bench, cities, city, clock, everything, peopleIn, put, type Row } from './facts.ts'

/**
 * Rows: how they are kept, corrected, held and seen as of a time, and that every value comes back
 * as it went in.
 */
export function describeRows(bench: Bench): void {
  describe('append', () => {
    test('default: what is committed is seen at once, with its run', async () => {
      const run = await put(bench.store, cities, [
        city(2_800_000, { mayor: 'D\'Orazio \\ "R"\n' }),
        city(1_300_000, { city: 'Milano' }),
      ])
      expect(run).toMatchObject({
        state: 'committed',
        facts: ['cities'],
        accepted: 2,
        alreadyKnown: false,
      })
      const snapshot = bench.store.snapshot()
      const rows = await snapshot.query(
        sql`SELECT * EXCEPT recordedAt FROM ${snapshot.current(cities)} ORDER BY city`,
      )
      expect(rows).toEqual([
        {
          country: 'it',
          city: 'Milano',
          atSec: 100,
          people: 1_300_000,
          mayor: null,
          run: run.id,
          quality: 'ok',
        },
        {
          country: 'it',
          city: 'Roma',
          atSec: 100,
          people: 2_800_000,
          mayor: 'D\'Orazio \\ "R"\n',
          run: run.id,
          quality: 'ok',
        },
      ])
      expect(bench.store.journal.versionOf('cities')).toBe(run.id)
    })

    test('behavior: a correction is a new row; the newest is served, both are kept', async () => {
      await put(bench.store, cities, [
        city(10, { city: 'Bari' }),
        city(11, { city: 'Bari', atSec: 200 }),
      ])
      await put(bench.store, cities, [city(12, { city: 'Bari' })])
      expect(await peopleIn(bench.store.snapshot(), 'Bari')).toEqual([
        [100, 12],
        [200, 11],
      ])
      const [kept] = await bench.store
        .snapshot()
        .query<{ rows: number }>(
          sql`SELECT count() AS rows FROM ${tableOf(cities)} WHERE city = 'Bari'`,
        )
      expect(kept?.rows).toBe(3)
    })

    test('behavior: a held row is kept and never served; the version before it is', async () => {
      await put(bench.store, cities, [city(20, { city: 'Pisa' })])
      await put(bench.store, cities, [
        city(99, { city: 'Pisa', quality: 'held' }),
        city(98, { city: 'Pisa', atSec: 200, quality: 'held' }),
      ])
      expect(await peopleIn(bench.store.snapshot(), 'Pisa')).toEqual([[100, 20]])
    })

    test('behavior: a time sees what was known then', async () => {
      await put(bench.store, cities, [city(30, { city: 'Lucca' })])
      const thenMs = clock.nowMs()
      await put(bench.store, cities, [
        city(31, { city: 'Lucca' }),
        city(40, { city: 'Lucca', atSec: 200 }),
      ])
      expect(await peopleIn(await bench.store.snapshotAt(thenMs - 1), 'Lucca')).toEqual([])
      expect(await peopleIn(await bench.store.snapshotAt(thenMs), 'Lucca')).toEqual([[100, 30]])
      expect(await peopleIn(await bench.store.snapshotAt(thenMs + 999), 'Lucca')).toEqual([
        [100, 30],
      ])
      expect(await peopleIn(await bench.store.snapshotAt(clock.nowMs()), 'Lucca')).toEqual([
        [100, 31],
        [200, 40],
      ])
      expect(await peopleIn(await bench.store.snapshotAt(0), 'Lucca')).toEqual([])
    })

    test('behavior: a snapshot does not move on while others commit', async () => {
      await put(bench.store, cities, [city(50, { city: 'Siena' })])
      const snapshot = bench.store.snapshot()
      await put(bench.store, cities, [city(51, { city: 'Siena' })])
      expect(await peopleIn(snapshot, 'Siena')).toEqual([[100, 50]])
      expect(await peopleIn(bench.store.snapshot(), 'Siena')).toEqual([[100, 51]])
    })

    test('behavior: touched keys are those of later runs up to the snapshot, held ones too', async () => {
      const first = await put(bench.store, cities, [city(1, { city: 'Asti' })])
      await put(bench.store, cities, [
        city(2, { city: 'Bra' }),
        city(3, { city: 'Bra', atSec: 200 }),
        city(4, { city: 'Como', quality: 'held' }),
      ])
      const snapshot = bench.store.snapshot()
      await put(bench.store, cities, [city(5, { city: 'Dozza' })])
      const touched = { key: sql`city`, sinceRun: first.id, limit: 2 }
      const all = await snapshot.touchedKeys(cities, touched)
      expect([all.keys.sort(), all.isComplete]).toEqual([['Bra', 'Como'], true])
      const some = await snapshot.touchedKeys(cities, { ...touched, limit: 1 })
      expect([some.keys.length, some.isComplete]).toEqual([1, false])
      const named = await snapshot.touchedKeys(cities, {
        ...touched,
        where: sql`city = {name:String}`,
        params: { name: 'Como' },
      })
      expect(named).toEqual({ keys: ['Como'], isComplete: true })
    })

    test('behavior: of many versions of many keys each key has exactly its newest', async () => {
      const names = Array.from({ length: 300 }, (_, index) => `Town ${index}`)
      for (let version = 1; version <= 4; version++) {
        const part = names.filter((_, index) => index % version === 0)
        await put(
          bench.store,
          cities,
          part.map((name) => city(version, { city: name, country: `c${name.length}` })),
        )
      }
      const snapshot = bench.store.snapshot()
      const rows = await snapshot.query<{ city: string; people: number }>(
        sql`SELECT city, people FROM ${snapshot.current(cities, sql`startsWith(city, 'Town ')`)}`,
      )
      const newest = (index: number) =>
        Math.max(...[1, 2, 3, 4].filter((version) => index % version === 0))
      expect(new Map(rows.map((row) => [row.city, row.people]))).toEqual(
        new Map(names.map((name, index) => [name, newest(index)])),
      )
      expect(rows).toHaveLength(300)
    })
  })

  describe('values', () => {
    const columns = identifiers(Object.keys(everything.values))
    const readBack = async (ids: readonly string[]) => {
      const snapshot = bench.store.snapshot()
      const rows = await snapshot.query<Row & { id: string }>(
        sql`SELECT id, ${columns} FROM ${snapshot.current(everything, sql`id IN {ids:Array(String)}`)}`,
        { ids },
      )
      return new Map(rows.map((row) => [row.id, row]))
    }

    test('default: nulls, lists, booleans and odd texts come back as they went in', async () => {
      const full = {
        id: 'full',
        float: -0.1,
        int: -9_007_199_254_740_991,
        bool: true,
        texts: ['', 'a,b', "it's", '[]', '"', '\\', 'ü💥', '\u0000'],
        word: 'NULL',
        maybeText: '',
        maybeWord: '\t',
        maybeFloat: 0,
        maybeInt: 0,
        maybeBool: false,
      }
      const empty = {
        id: 'empty',
        float: 0,
        int: 0,
        bool: false,
        texts: [],
        word: '',
        maybeText: null,
        maybeWord: null,
        maybeFloat: null,
        maybeInt: null,
        maybeBool: null,
      }
      await put(bench.store, everything, [full, empty])
      expect(await readBack(['full', 'empty'])).toEqual(
        new Map<string, unknown>([
          ['full', full],
          ['empty', empty],
        ]),
      )
      const snapshot = bench.store.snapshot()
      const asColumns = await snapshot.columns(
        sql`SELECT float, texts, maybeBool FROM ${snapshot.current(everything, sql`id IN ('full', 'empty')`)} ORDER BY id DESC`,
      )
      expect(asColumns).toEqual({
        float: [-0.1, 0],
        texts: [full.texts, []],
        maybeBool: [false, null],
      })
    })

    test('behavior: every float comes back to the last bit', async () => {
      const float = fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .map((value) => (Object.is(value, -0) ? 0 : value))
      const floats = [
        ...fc.sample(float, 2_000),
        Number.MAX_VALUE,
        Number.MIN_VALUE,
        0.1 + 0.2,
        1 / 3,
        2 ** 53 + 2,
        1e21,
      ]
      const base = {
        int: 0,
        bool: false,
        texts: [],
        word: '',
        maybeText: null,
        maybeWord: null,
        maybeFloat: null,
        maybeInt: null,
        maybeBool: null,
      }
      await put(
        bench.store,
        everything,
        floats.map((value, index) => ({ ...base, id: `float ${index}`, float: value })),
      )
      const rows = await readBack(floats.map((_, index) => `float ${index}`))
      expect(
        floats.filter((value, index) => !Object.is(rows.get(`float ${index}`)?.float, value)),
      ).toEqual([])
    })
  })
}
