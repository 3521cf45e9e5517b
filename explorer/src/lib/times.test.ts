import { expect, test } from 'vitest'
import { ageText, dayText, fromInputText, momentText, toInputText, toSec } from './times.ts'

// 2026-11-16 12:21:07 UTC
const SEC = 1_794_831_667

test('days and moments are UTC', () => {
  expect(dayText(SEC)).toBe('16 Nov 2026')
  expect(momentText(SEC)).toBe('16 Nov 2026, 12:21')
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
