import { expect, test } from 'vitest'
import { countPacked, packRows, unpackRows } from './packed-rows.ts'

const rows = [
  { cik: '1', form: '10-K', acceptedSec: 5, items: null },
  { cik: '1', form: '8-K', acceptedSec: null, items: '2.02' },
]

test('default: what rows share is said once, the rest column by column', () => {
  expect(packRows(rows, ['cik'])).toEqual([
    {
      shared: { cik: '1' },
      columns: { form: ['10-K', '8-K'], acceptedSec: [5, null], items: [null, '2.02'] },
    },
  ])
})

test('behavior: packed and unpacked again, rows are the same; their number is known', () => {
  const packed = packRows(rows, ['cik'])
  expect(unpackRows(packed)).toEqual(rows)
  expect(packed.map(countPacked)).toEqual([2])
})

test('behavior: no rows are no pack', () => {
  expect(packRows([], ['cik'])).toEqual([])
})
