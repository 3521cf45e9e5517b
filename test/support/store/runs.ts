import { describe, expect, test } from 'vitest'
import { sql } from '../../../src/lib/sql.ts'
import { commitRun } from '../../../src/runs/run.ts'
import { tableOf } from '../../../src/store/tables.ts'
import {
  type Bench,
  cities,
  city,
  clock,
  everything,
  peopleIn,
  put,
  type Row,
  stageTables,
  tick,
} from './facts.ts'

/** Runs: whole or not at all, once per content, one at a time. */
export function describeRuns(bench: Bench): void {
  describe('runs', () => {
    test('behavior: the same content is not recorded twice, in whatever order it comes', async () => {
      const rows = [
        city(1, { city: 'Como' }),
        city(2, { city: 'Como', atSec: 200 }),
        city(3, { city: 'Como', atSec: 300, mayor: 'x' }),
      ]
      const first = await put(bench.store, cities, rows, { source: 'twice', again: false })
      const second = await put(bench.store, cities, rows.toReversed(), {
        source: 'twice',
        again: false,
      })
      expect(second).toMatchObject({ id: first.id, alreadyKnown: true })
      expect(bench.store.journal.latest).toBe(first.id)
      expect((await bench.store.journal.listAfter(0)).at(-1)).toMatchObject({
        state: 'failed',
        note: `same content as run ${first.id}`,
      })
      expect(await put(bench.store, cities, rows, { source: 'twice', again: true })).toMatchObject({
        alreadyKnown: false,
      })
    })

    test('behavior: nearly the same is not the same', async () => {
      const base = {
        id: 'near',
        float: 0,
        int: 0,
        bool: false,
        texts: ['a', 'b'],
        word: '',
        maybeText: null,
        maybeWord: null,
        maybeFloat: null,
        maybeInt: null,
        maybeBool: null,
      }
      const others = [
        base,
        { ...base, maybeFloat: 0 },
        { ...base, maybeText: '' },
        { ...base, texts: ['a,b'] },
        { ...base, maybeBool: false },
        { ...base, quality: 'disputed' },
      ]
      for (const row of others)
        expect(
          await put(bench.store, everything, [row], { source: 'near', again: false }),
        ).toMatchObject({ alreadyKnown: false })
      expect(
        await put(bench.store, everything, [base, base], { source: 'near', again: false }),
      ).toMatchObject({ alreadyKnown: false })
    })

    test('behavior: content that was taken in under another source is taken in', async () => {
      await put(bench.store, cities, [city(1, { city: 'Asti' })], { source: 'one', again: false })
      expect(
        await put(bench.store, cities, [city(1, { city: 'Asti' })], {
          source: 'other',
          again: false,
        }),
      ).toMatchObject({
        alreadyKnown: false,
      })
    })

    test('error: a run that fails leaves nothing', async () => {
      const before = bench.store.journal.latest
      const failing = commitRun(bench.store, { source: 'suite', clock }, async (stage) => {
        await stage.insertRows(cities, [city(1, { city: 'Nowhere' })])
        await stage.insertRows(everything, [{ id: 'nothing' }])
        throw new Error('the file ended\nwith details')
      })
      await expect(failing).rejects.toThrow('the file ended')
      const [left] = await bench.store.engine.query<{ rows: number }>(
        sql`SELECT count() AS rows FROM ${tableOf(cities)} WHERE city = 'Nowhere'`,
      )
      expect(left?.rows).toBe(0)
      expect(bench.store.journal.latest).toBe(before)
      expect((await bench.store.journal.listAfter(0)).at(-1)).toMatchObject({
        state: 'failed',
        note: 'the file ended',
      })
      expect(await stageTables(bench.store)).toEqual([])
    })

    test('behavior: runs started together are committed one after another', async () => {
      const before = bench.store.journal.nextId
      const seen: number[] = []
      const runs = Array.from({ length: 6 }, (_, index) =>
        commitRun(bench.store, { source: 'suite', clock, again: true }, async (stage) => {
          seen.push(bench.store.journal.unfinished().length)
          await stage.insertRows(cities, [city(index, { city: 'Busy' })])
          if (index === 2) throw new Error('one of them fails')
          return { accepted: 1, rejected: 0, held: 0 }
        }).then(
          (run) => run.id,
          () => 'failed',
        ),
      )
      const ids = await Promise.all(runs)
      expect(ids).toEqual(
        [0, 1, 2, 3, 4, 5].map((index) => (index === 2 ? 'failed' : before + index)),
      )
      expect(seen).toEqual([1, 1, 1, 1, 1, 1])
      expect(await peopleIn(bench.store.snapshot(), 'Busy')).toEqual([[100, 5]])
    })

    test('behavior: what a SELECT makes is taken in as rows are', async () => {
      tick()
      const run = await commitRun(bench.store, { source: 'suite', clock }, async (stage) => {
        await stage.insertSelect(
          cities,
          sql`SELECT 'xx' AS country, concat('N', toString(number)) AS city, toUInt32(number) AS atSec, number / 2 AS people, NULL AS mayor FROM numbers(5000)`,
        )
        return { accepted: await stage.countRows(), rejected: 0, held: 0 }
      })
      expect(run.accepted).toBe(5_000)
      const snapshot = bench.store.snapshot()
      const [sum] = await snapshot.query<Row>(
        sql`SELECT count() AS rows, sum(people) AS people FROM ${snapshot.current(cities, sql`country = 'xx'`)}`,
      )
      expect(sum).toEqual({ rows: 5_000, people: (4_999 * 5_000) / 4 })
    })
  })
}
