import { describe, expect, test, vi } from 'vitest'
import { sql } from '../../../src/lib/sql.ts'
import { dropVersions } from '../../../src/runs/drop-versions.ts'
import { newRun } from '../../../src/runs/run.ts'
import { DATABASE, tableOf } from '../../../src/store/tables.ts'
import { type Bench, clock, put, readings } from './facts.ts'

const PLACE = 'cellar'
const KEEP = { allDays: undefined, byFact: new Map([[readings.name, 30]]) }
/** 40 days from now all versions of the suite were superseded more than 30 days before. */
const LATER = { nowMs: () => Math.max(Date.now(), clock.nowMs()) + 40 * 86_400_000 }

/** Enough places that some are on each shard. */
const ROOMS = 8
const SMALL_RUNS = 30
const rooms = (level: number) =>
  Array.from({ length: ROOMS }, (_, room) => ({ ...reading(1, level), place: `room ${room}` }))
const reading = (sensor: number, level: number) => ({ place: PLACE, sensor, atSec: 100, level })

/** Dropping of superseded versions; runs after it are of a later time, so it comes last. */
export function describeRetention(bench: Bench): void {
  describe('retention', () => {
    const listLeft = async () =>
      bench.store.engine.writerQuery(
        sql`SELECT sensor, level FROM ${tableOf(readings)} WHERE place = {place:String} ORDER BY sensor, level`,
        { place: PLACE },
      )

    test('behavior: superseded versions go, what is served stays, and the journal counts the rest', async () => {
      await bench.reopen()
      const { store } = bench
      await put(store, readings, [reading(1, 10), reading(2, 20), ...rooms(1)])
      await put(store, readings, [reading(1, 11), ...rooms(2)])
      const snapshot = store.snapshot()
      const serve = () =>
        snapshot.query(
          sql`SELECT sensor, atSec, level, run FROM ${snapshot.current(readings, sql`place = {place:String}`)} ORDER BY ALL`,
          { place: PLACE },
        )
      const before = await serve()
      const [dropped] = await dropVersions(store, LATER, KEEP)
      expect(dropped?.fact).toBe(readings.name)
      // Of the first sensor 10 was superseded by 11.
      expect(await listLeft()).toEqual([
        { sensor: 1, level: 11 },
        { sensor: 2, level: 20 },
      ])
      expect(
        await store.engine.writerQuery(
          sql`SELECT count() AS rows, uniqExact(level) AS levels FROM ${tableOf(readings)} WHERE startsWith(place, 'room')`,
        ),
      ).toEqual([{ rows: ROOMS, levels: 1 }])
      expect(await serve()).toEqual(before)
      expect(await store.journal.find(snapshot.run - 1)).toMatchObject({
        rows: { [readings.name]: 1 },
        dropped: { [readings.name]: 1 + ROOMS },
      })
      await expect(async () =>
        store.snapshotOf(snapshot.run - 1).current(readings),
      ).rejects.toThrow('Superseded versions of readings were dropped up to run')
    })

    test('behavior: the parts of many small runs are merged as they come in', async () => {
      const { store } = bench
      const countParts = async () => {
        const nodes = await store.engine.queryNodes<{ parts: number }>(
          sql`SELECT count() AS parts FROM system.parts WHERE active AND database = {database:String} AND startsWith(table, {table:String})`,
          { database: DATABASE, table: `fact_${readings.name}` },
        )
        return Math.max(...nodes.flat().map(({ parts }) => parts))
      }
      for (let level = 0; level < SMALL_RUNS; level++)
        await put(store, readings, [{ ...reading(1, level), place: 'attic' }])
      await vi.waitFor(async () => expect(await countParts()).toBeLessThan(SMALL_RUNS / 2), {
        timeout: 60_000,
        interval: 500,
      })
    })

    test('behavior: one that was cut off is ended by the next run', async () => {
      const { store } = bench
      await put(store, readings, [reading(2, 21)])
      const upTo = store.journal.latest
      const run = newRun(store, { source: 'retention', clock: LATER })
      const droppedUpTo = { [readings.name]: upTo }
      await store.journal.write({ ...run, state: 'committing', droppedUpTo })
      await put(store, readings, [reading(3, 30)])
      expect(await store.journal.find(run.id)).toMatchObject({ state: 'committed' })
      expect(await listLeft()).toEqual([
        { sensor: 1, level: 11 },
        { sensor: 2, level: 21 },
        { sensor: 3, level: 30 },
      ])
    })
  })
}
