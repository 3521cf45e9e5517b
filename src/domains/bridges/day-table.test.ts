import { expect, test } from 'vitest'
import { type DayRows, DayTable } from './day-table.ts'

function rowOf(table: DayTable, day: number): number[] {
  return ([0, 1, 2, 3, 4] as const).map((column) => table.get(day, column))
}

/** The same number in each of the five columns, by day. */
function rows(...entries: [day: number, value: number][]): DayRows {
  const values = entries.map(([, value]) => value)
  return { days: entries.map(([day]) => day), columns: [values, values, values, values, values] }
}

test('default: days in any order, zeros between them and beyond them', () => {
  const table = DayTable.EMPTY.replace(
    [],
    [
      {
        days: [12, 10],
        columns: [
          [1, 5],
          [2, 6],
          [3, 7],
          [4, 8],
          [9, 7],
        ],
      },
    ],
  )
  expect([table.firstDay, table.endDay]).toEqual([10, 13])
  expect([9, 10, 11, 12, 13].map((day) => rowOf(table, day))).toEqual([
    [0, 0, 0, 0, 0],
    [5, 6, 7, 8, 7],
    [0, 0, 0, 0, 0],
    [1, 2, 3, 4, 9],
    [0, 0, 0, 0, 0],
  ])
})

test('behavior: a table is never changed; a day may come before, after or in place of the known ones', () => {
  const table = DayTable.EMPTY.replace([], [rows([10, 1])])
  const before = table.replace([], [rows([8, 2])])
  const after = before.replace([], [rows([11, 3])])
  const replaced = after.replace([], [rows([10, 9])])
  expect([8, 9, 10, 11].map((day) => replaced.get(day, 0))).toEqual([2, 0, 9, 3])
  expect([8, 9, 10, 11].map((day) => after.get(day, 3))).toEqual([2, 0, 1, 3])
  expect([table.firstDay, table.endDay]).toEqual([10, 11])
})

test('behavior: days are cleared before new rows are put in; days outside are none of its business', () => {
  const table = DayTable.EMPTY.replace([], [rows([10, 1], [11, 2], [12, 3])])
  const cleared = table.replace([9, 10, 11, 13], [rows([11, 7]), rows([12, 8])])
  expect([9, 10, 11, 12, 13].map((day) => cleared.get(day, 0))).toEqual([0, 0, 7, 8, 0])
  expect([cleared.firstDay, cleared.endDay]).toEqual([11, 13])
})

test('behavior: it begins and ends with a day that has something; columns that are not given are 0', () => {
  const table = DayTable.EMPTY.replace([], [{ days: [9, 10, 12, 13], columns: [[0, 1, 2, 0]] }])
  expect([table.firstDay, table.endDay]).toEqual([10, 13])
  expect([10, 11, 12].map((day) => rowOf(table, day))).toEqual([
    [1, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [2, 0, 0, 0, 0],
  ])
  expect(table.replace([10, 12], [])).toBe(DayTable.EMPTY)
})

test('behavior: nothing known', () => {
  expect([DayTable.EMPTY.firstDay, DayTable.EMPTY.endDay, DayTable.EMPTY.get(20_000, 0)]).toEqual([
    0, 0, 0,
  ])
  expect(DayTable.EMPTY.replace([5], [])).toBe(DayTable.EMPTY)
  expect(DayTable.EMPTY.replace([], [rows()])).toBe(DayTable.EMPTY)
})
