import { expect, test } from 'vitest'
import { parseDuration } from './duration.ts'

test.each([
  ['600', 600],
  ['45s', 45],
  ['30m', 1_800],
  ['4h', 14_400],
  ['2d', 172_800],
  ['3w', 1_814_400],
  ['4H', 14_400],
  ['1W', 604_800],
  ['d', 86_400],
  ['h', 3_600],
  ['1.5h', 5_400],
  ['0.5', 1],
  [' 2d ', 172_800],
  ['0', 0],
])('default: %j is %d seconds', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds)
})

test.each([
  '',
  ' ',
  'abc',
  '-4h',
  '+4h',
  '4 h',
  '4hh',
  '4h30m',
  '1e3',
  '4y',
  '1,5h',
  '.5h',
  '5.h',
  '0x10',
  'NaN',
  'Infinity',
])('behavior: %j is no duration', (text) => {
  expect(parseDuration(text)).toBeUndefined()
})

test('behavior: a number too long to be one is no duration', () => {
  expect(parseDuration('9'.repeat(400))).toBeUndefined()
})
