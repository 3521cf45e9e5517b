import fc from 'fast-check'
import { expect, test } from 'vitest'
import { historyRows, ratioText } from './history-rows.ts'

test.each([
  [1.23456789, '1.23457'],
  [0.5, '0.5'],
  [12, '12'],
  [0, '0'],
  [123.45649, '123.456'],
  [99_999.44, '99999.4'],
  [99_999.96, '100000'],
  [1_234_567.8, '1234568'],
  [0.000123456789, '0.000123457'],
  [0.00000012345678, '1.23457e-7'],
  [Number.NaN, 'null'],
  [Number.POSITIVE_INFINITY, 'null'],
])('default: %d is written %s', (value, text) => {
  expect(ratioText(value)).toBe(text)
})

test('property: off by less than a hundred-thousandth, and JSON reads it back', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-12, max: 1e18, noNaN: true }), (value) => {
      expect(Math.abs((JSON.parse(ratioText(value)) as number) / value - 1)).toBeLessThan(1e-5)
    }),
  )
})

test('default: the last three of the nine figures of each day', () => {
  const figures = Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 0.25, Number.NaN, 10)
  expect(historyRows({ timesSec: Uint32Array.of(86_400, 172_800), figures })).toBe(
    '[86400,7,8,9],[172800,0.25,null,10]',
  )
  expect(historyRows({ timesSec: new Uint32Array(0), figures: new Float64Array(0) })).toBe('')
})
