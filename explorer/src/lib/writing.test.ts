import { expect, test } from 'vitest'
import {
  ageText,
  change,
  dayText,
  direction,
  exact,
  fromInputText,
  grouped,
  inUnit,
  price,
  short,
  shortText,
  timestampText,
  toInputText,
  toSec,
} from './writing.ts'

test.each([
  [20_640_000_000, '20.6', 'bn'],
  [999_950_000, '1.00', 'bn'],
  [999_400_000, '999', 'M'],
  [1_234, '1.23', 'k'],
  [12, '12', ''],
  [1.5, '1.50', ''],
  [0, '0', ''],
  [0.004, '< 0.01', ''],
  [-5_400_000, '−5.40', 'M'],
  [2.5e15, '2,500', 'tn'],
  [null, '—', ''],
  [undefined, '—', ''],
  [Number.NaN, '—', ''],
])('short: %s', (value, text, unit) => {
  expect(short(value)).toEqual({ text, unit })
})

test('short: four digits for readouts, and a sign of the currency after the minus', () => {
  expect(shortText(353_675_645.84, { digits: 4, sign: '$' })).toBe('$353.7\u2009M')
  expect(shortText(-1_500, { sign: '$' })).toBe('−$1.50\u2009k')
  expect(shortText(null, { sign: '$' })).toBe('—')
})

test.each([
  [4_404_000_000, 1e6, 1, '4,404.0'],
  [96_700_000, 1e6, 1, '96.7'],
  [300_000, 1e6, 1, '0.3'],
  [40_000, 1e6, 1, '< 0.1'],
  [0, 1e6, 1, '0'],
  [null, 1e6, 1, '—'],
  [-2_000_000, 1e6, 1, '−2.0'],
])('in a column of one unit: %s', (value, size, decimals, text) => {
  expect(inUnit(value, size, decimals)).toBe(text)
})

test.each([
  [5.551, '+5.55', 'up'],
  [-2.069, '−2.07', 'down'],
  [0.001, '0.00', 'flat'],
  [-0.001, '0.00', 'flat'],
  [0, '0.00', 'flat'],
  [null, '—', 'flat'],
] as const)('change: %s', (value, text, way) => {
  expect(change(value)).toBe(text)
  expect(direction(value)).toBe(way)
})

test.each([
  [70_066.354, '70,066.35'],
  [1, '1.00'],
  [0.00012345, '0.00012345'],
  [0.000000123456, '0.00000012346'],
  [0.5, '0.50000'],
  [0, '0'],
  [null, '—'],
])('price: %s', (value, text) => {
  expect(price(value)).toBe(text)
})

test('exact: every digit, thousands set apart', () => {
  expect(exact(353_675_645.84, '$')).toBe('$353,675,645.84')
  expect(exact(-0.1, '$')).toBe('−$0.1')
  expect(grouped(-0.001, 2)).toBe('0.00')
})

// 2026-11-16 12:21:07 UTC
const SEC = 1_794_831_667

test('days and timestamps are UTC', () => {
  expect(dayText(SEC)).toBe('16 Nov 2026')
  expect(timestampText(SEC)).toBe('16 Nov 2026, 12:21')
  expect(dayText(0)).toBe('1 Jan 1970')
})

test.each([
  [12, '12 s'],
  [89, '89 s'],
  [90, '2 min'],
  [1_260, '21 min'],
  [5_400, '2 h'],
  [172_799, '48 h'],
  [172_800, '2 d'],
  [63_072_000, '2 y'],
  [-5, '0 s'],
  [null, '—'],
])('age: %s', (sec, text) => {
  expect(ageText(sec)).toBe(text)
})

test.each([
  [SEC, SEC],
  [SEC * 1000, SEC],
  [String(SEC), SEC],
  ['2026-11-16', 1_794_787_200],
  ['2026-11-16T12:21:07Z', SEC],
  ['', null],
  ['soon', null],
  [null, null],
])('time: %s', (value, sec) => {
  expect(toSec(value)).toBe(sec)
})

test('a field for a time keeps its minute', () => {
  expect(toInputText(SEC)).toBe('2026-11-16T12:21')
  expect(fromInputText('2026-11-16T12:21')).toBe(SEC - 7)
})
