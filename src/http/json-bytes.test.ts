import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonBytes } from './json-bytes.ts'

function written(value: number): string {
  const json = new JsonBytes()
  json.number(value)
  return json.take().toString()
}

test.each([
  [0, '0'],
  [-0, '0'],
  [5, '5'],
  [-7, '-7'],
  [10, '10'],
  [99, '99'],
  [0.1, '0.1'],
  [0.01, '0.01'],
  [-0.05, '-0.05'],
  [12.3, '12.3'],
  [1234.56, '1234.56'],
  [999_999_999, '999999999'],
  [1_000_000_000, '1000000000'],
  [1_000_000_000.01, '1000000000.01'],
  [9_007_199_254_740_991, '9007199254740991'],
  [1_000_000_000_000_000_000_000, '1e+21'],
  [0.001, '0.001'],
  [0.1 + 0.2, '0.30000000000000004'],
  [1e-7, '1e-7'],
  [5e-324, '5e-324'],
  [1.7976931348623157e308, '1.7976931348623157e+308'],
  [Number.NaN, 'null'],
  [Number.POSITIVE_INFINITY, 'null'],
])('default: %d is written as %s', (value, text) => {
  expect(written(value)).toBe(text)
})

test('property: any number is written as JSON writes it, whole, in cents or finer', () => {
  const cents = fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }).map((value) => value / 100)
  const large = fc.maxSafeInteger().map((value) => value / 100)
  fc.assert(
    fc.property(fc.oneof(fc.double(), fc.maxSafeInteger(), cents, large), (value) => {
      expect(written(value)).toBe(JSON.stringify(value))
    }),
    { numRuns: 5_000 },
  )
})

test('behavior: texts, bytes and numbers follow each other, however long, and can be taken back', () => {
  const json = new JsonBytes()
  const [name, long] = [Buffer.from('{"Zoë \u20ac":'), 'x'.repeat(100_000)]
  json.raw(name)
  json.number(1.5)
  const length = json.length
  json.text(',"gone":1')
  json.cut(length)
  json.text(`,"€":"${long}"}`)
  json.raw(Buffer.from(long))
  expect(json.take().toString()).toBe(`{"Zoë \u20ac":1.5,"€":"${long}"}${long}`)
})
