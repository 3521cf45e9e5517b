import { expect, test } from 'vitest'
import { eachRow } from './each-row.ts'

test('default', () => {
  const rows = [...eachRow({ coin: ['a', 'b'], price: new Float64Array([1, 2.5]) })]
  expect(rows).toEqual([
    { coin: 'a', price: 1 },
    { coin: 'b', price: 2.5 },
  ])
})

test('behavior: no columns and empty columns have no rows', () => {
  expect([...eachRow({})]).toEqual([])
  expect([...eachRow({ coin: [] })]).toEqual([])
})

test('error: throws when columns have different lengths', () => {
  expect(() => [...eachRow({ coin: ['a', 'b'], price: [1] })]).toThrow(
    'Column price has 1 values instead of 2.',
  )
})
