import { expect, test } from 'vitest'
import { orNull, t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import { isPlainRow } from './plain-rows.ts'

const fact = defineFact({
  name: 'weights',
  describe: 'What a thing weighs at a moment',
  key: { thing: t.word('its name', { max: 5 }) },
  time: 'atSec',
  values: {
    grams: t.float('its weight', { min: 0 }),
    count: orNull(t.int('how many', { max: 10 })),
    digits: t.digits('every digit'),
    isWet: t.bool('whether it is wet'),
    note: orNull(t.text('a remark')),
    label: t.text('may be empty', { min: 0 }),
    code: t.text('at least two characters', { min: 2 }),
    tags: t.texts('words for it'),
  },
})

const row = {
  ...{ thing: 'apple', atSec: 60, grams: 0.5, count: null, digits: '10', isWet: false },
  ...{ note: null, label: '', code: 'ab', tags: ['a', ''], quality: 'ok' },
}

test.each([
  ['a row of the right types', {}],
  ['bounds belong to what is allowed', { grams: 0, count: 10, atSec: 4_291_747_199 }],
  ['a quality of its own', { quality: 'backfilled' }],
  ['an empty text where a value may be missing', { note: '' }],
  ['columns that the fact does not have', { other: Symbol('x') }],
  ['77 digits', { digits: '9'.repeat(77) }],
])('default: %s is plain', (_what, more) => {
  expect(isPlainRow(fact, { ...row, ...more })).toBe(true)
})

test.each([
  ['a missing value', { grams: null }],
  ['a number that is a text', { grams: '0.5' }],
  ['a text that is a number', { thing: 5 }],
  ['a number that is none', { grams: Number.NaN }],
  ['an endless number', { grams: Number.POSITIVE_INFINITY }],
  ['a number below its bound', { grams: -1 }],
  ['a number above its bound', { count: 11 }],
  ['a part of a whole number', { count: 1.5 }],
  ['a whole number that a float cannot tell from the next', { count: -(2 ** 53) }],
  ['a large whole number of another type', { count: 5n }],
  ['digits with a sign', { digits: '-5' }],
  ['digits that begin with 0', { digits: '05' }],
  ['digits that may be too many', { digits: '1'.padEnd(78, '0') }],
  ['no truth value', { isWet: 0 }],
  ['an empty text where there must be one', { thing: '' }],
  ['a text that is too long', { thing: 'apples' }],
  ['a text that is too short: one character in two places', { code: '😀' }],
  ['a NUL character', { note: 'a\0b' }],
  ['half a character', { note: '\ud800' }],
  ['half a character in a list', { tags: ['\ud800'] }],
  ['a list of something else', { tags: [1] }],
  ['a list in a text', { tags: '["a"]' }],
  ['a time before 1970', { atSec: -1 }],
  ['a time in milliseconds', { atSec: 1_700_000_000_000 }],
  ['a time in words', { atSec: '2024-01-01' }],
  ['a quality that is none', { quality: 'good' }],
])('behavior: %s is left to the checks of files', (_what, more) => {
  expect(isPlainRow(fact, { ...row, ...more })).toBe(false)
})
