import { describe, expect, test } from 'vitest'
import { listMarks } from '../../../src/store/marks.ts'
import { findRevised, readRevisedSeries, readRevisions } from '../../../src/store/revisions.ts'
import { filterSql } from '../../../src/store/row-filter.ts'
import { listNewestRows, listRows, type VersionedRow } from '../../../src/store/row-versions.ts'
import { type Bench, put, readings } from './facts.ts'

const PLACE = 'well'
const filter = { columns: { place: [PLACE] } }

const reading = (sensor: number, atSec: number, level: number, quality = 'ok') => ({
  place: PLACE,
  sensor,
  atSec,
  level,
  quality,
})

function shortOf({ key, atSec, versions }: VersionedRow) {
  return [key.sensor, atSec, ...versions.map(({ values, isCurrent }) => [values.level, isCurrent])]
}

/** Versions, marks and changes of rows; the fact is in another order than its key. */
export function describeVersions(bench: Bench): void {
  describe('versions', () => {
    test('behavior: rows in pages, newest rows, marks and changes', async () => {
      const { store } = bench
      await put(store, readings, [
        reading(-2, 100, 1),
        reading(-2, 200, 2),
        reading(10, 100, 3),
        reading(9, 300, 4, 'carried'),
      ])
      const before = store.journal.latest
      await put(store, readings, [reading(-2, 100, 1.5), reading(10, 100, 6), reading(9, 100, 7)])
      await put(store, readings, [
        reading(-2, 200, 9, 'held'),
        { ...reading(10, 100, 5), place: 'x' },
      ])
      const snapshot = store.snapshot()
      const revised = { fact: readings, run: before + 1 }

      const page = { filter, limit: 2, descending: false, after: undefined }
      const first = await listRows(snapshot, readings, page)
      expect(first.rows.map(shortOf)).toEqual([
        [-2, 100, [1.5, true], [1, false]],
        [-2, 200, [9, false], [2, true]],
      ])
      expect(first.isComplete).toBe(false)
      const rest = await listRows(snapshot, readings, {
        ...page,
        limit: 9,
        after: [-2, 200, PLACE],
      })
      expect(rest.rows.map(shortOf)).toEqual([
        [9, 100, [7, true]],
        [9, 300, [4, true]],
        [10, 100, [6, true], [3, false]],
      ])

      const condition = filterSql(readings, { columns: { place: [PLACE], sensor: [-2, 10] } })
      const newest = await listNewestRows(snapshot, readings, { filter: condition, limit: 9 })
      expect(newest.rows.map(({ key, atSec }) => [key.sensor, atSec])).toEqual([
        [-2, 200],
        [-2, 100],
        [10, 100],
      ])

      const marks = await listMarks(snapshot, readings, { filter, limit: 9 })
      expect(marks.map(({ key, atSec, marks: own }) => [key.sensor, atSec, ...own])).toEqual([
        [9, 300, 'carried'],
        [-2, 200, 'held'],
        [-2, 100, 'revised'],
        [10, 100, 'revised'],
      ])

      const range = { sinceRun: before, untilRun: snapshot.run, descending: true }
      expect(await Array.fromAsync(findRevised(snapshot, [readings], range))).toEqual([revised])
      const changes = await readRevisions(snapshot, revised, { filter, after: undefined, limit: 9 })
      expect(changes.map((row) => [row.sensor, row.atSec, row.old_level, row.level])).toEqual([
        [-2, 100, 1, 1.5],
        [10, 100, 3, 6],
      ])
      const later = { filter, after: [PLACE, -2, 100], limit: 9 }
      expect(await readRevisions(snapshot, revised, later)).toMatchObject([{ sensor: 10 }])
      const series = await readRevisedSeries(snapshot, revised, { ...later, after: undefined })
      // 1 became 1.5, half as much again; 3 became 6, twice as much.
      expect(series.map((row) => [row.sensor, row.figures_, row.min_level, row.max_level])).toEqual(
        [
          [-2, 1, 50, 50],
          [10, 1, 100, 100],
        ],
      )
    })
  })
}
