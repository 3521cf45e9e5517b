import { describe, expect, test } from 'vitest'
import {
  readBool,
  readList,
  readMembers,
  readNumber,
  readOptionalMembers,
  readSec,
  readText,
  readTexts,
  requireNumber,
  requireSec,
  requireText,
  UnknownShape,
} from './read-value.ts'

describe('forms that mean the same', () => {
  test.each([
    [1.5, 1.5],
    ['1.5', 1.5],
    [' 1,234.5 ', 1234.5],
    ['-2e3', -2000],
    [null, null],
    [undefined, null],
    ['', null],
    ['null', null],
    [Number.NaN, null],
  ])('default: number %j', (value, expected) => {
    expect(readNumber(value, 'x')).toBe(expected)
  })

  test.each([
    [1_700_000_000, 1_700_000_000],
    ['1700000000', 1_700_000_000],
    [1_700_000_000_123, 1_700_000_000],
    ['1700000000123', 1_700_000_000],
    ['2023-11-14T22:13:20.000Z', 1_700_000_000],
    ['2023-11-14 22:13:20', 1_700_000_000],
    ['2023-11-14', 1_699_920_000],
    [null, null],
    ['', null],
  ])('default: time %j', (value, expected) => {
    expect(readSec(value, 'x')).toBe(expected)
  })

  test('default: texts, lists and flags', () => {
    expect(readText(12, 'x')).toBe('12')
    expect(readText('  ', 'x')).toBeNull()
    expect(readTexts('one', 'x')).toEqual(['one'])
    expect(readTexts(['a', null, 2], 'x')).toEqual(['a', '2'])
    expect(readTexts(null, 'x')).toEqual([])
    expect(readList(undefined, 'x')).toEqual([])
    expect(readOptionalMembers(null, 'x')).toEqual({})
    expect(['true', 1, true].map((value) => readBool(value, 'x'))).toEqual([true, true, true])
    expect(['false', 0, false].map((value) => readBool(value, 'x'))).toEqual([false, false, false])
    expect(readBool(undefined, 'x')).toBeNull()
  })
})

test.each([
  ['number', () => readNumber('much', 'tvl'), 'tvl is "much" instead of a number'],
  ['number', () => readNumber({}, 'tvl'), 'tvl is an object instead of a number'],
  ['number', () => requireNumber(null, 'tvl'), 'tvl is missing'],
  ['time', () => readSec('yesterday', 'date'), 'date is "yesterday" instead of a time'],
  ['time', () => requireSec(null, 'date'), 'date is missing'],
  ['text', () => readText([], 'name'), 'name is a list instead of a text'],
  ['text', () => requireText('', 'name'), 'name is missing'],
  ['list', () => readList('a', 'raises'), 'raises is "a" instead of a list'],
  ['object', () => readMembers(null, 'body'), 'body is null instead of an object'],
  ['flag', () => readBool('perhaps', 'dead'), 'dead is "perhaps" instead of true or false'],
])('error: what is not a %s is named with its member', (_, read, message) => {
  expect(read).toThrow(
    new UnknownShape(message.split(' ')[0] ?? '', message.slice(message.indexOf(' ') + 1)),
  )
})
