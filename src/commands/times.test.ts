import { expect, test } from 'vitest'
import { parseTime } from './times.ts'

test.each([
  ['2026-01-31', 1_769_817_600],
  ['2026-01-31T12:00:00Z', 1_769_860_800],
  ['2026-01-31T12:00', 1_769_860_800],
  ['2026-01-31T13:00:00+01:00', 1_769_860_800],
  ['1769860800', 1_769_860_800],
])('default: %s', (text, sec) => {
  // 2026-01-31 is day 20,484 of Unix time: 20,484 × 86,400 = 1,769,817,600; noon is 43,200 s later.
  expect(parseTime(text, '--at')).toBe(sec)
})

test('behavior: a date may stand for its end; a time stands for itself', () => {
  // The day after: 20,485 × 86,400.
  expect(parseTime('2026-01-31', '--at', 'end')).toBe(1_769_904_000)
  expect(parseTime('2026-01-31T12:00:00Z', '--at', 'end')).toBe(1_769_860_800)
  expect(parseTime('1769860800', '--at', 'end')).toBe(1_769_860_800)
})

test.each(['yesterday', '2026-13-01', '2026-04-31', '31.01.2026', '-5', ''])(
  'error: %j is no time',
  (text) => {
    expect(() => parseTime(text, '--from')).toThrow('--from: ')
  },
)
