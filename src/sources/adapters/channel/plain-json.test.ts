import { expect, test } from 'vitest'
import { packPlain, unpackPlain } from './plain-json.ts'

const travel = (value: unknown) => unpackPlain(JSON.parse(JSON.stringify(packPlain(value))))

test.each([
  [null],
  [undefined],
  [true],
  [-1.5],
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  [Number.NEGATIVE_INFINITY],
  [10n ** 77n],
  [-1n],
  [''],
  [[1, [undefined, 2n], {}]],
  [{ a: { b: [] }, c: undefined }],
  [{ $: 'bigint', value: '5' }],
  [{ $: { $: 1n } }],
  [JSON.parse('{ "__proto__": { "a": 1 } }')],
])('default: %o arrives as it was', (value) => {
  expect(travel(value)).toEqual(value)
})

test.each([
  ['an unknown kind', { $: 'function' }],
  ['digits that are none', { $: 'bigint', value: '0x5' }],
  ['too many digits', { $: 'bigint', value: '1'.repeat(101) }],
  ['a number that JSON has', { $: 'number', value: '5' }],
  ['a list as an object', { $: 'object', value: [] }],
  ['a long text', 'x'.repeat(100_001)],
  ['a long name', { ['x'.repeat(4_001)]: 1 }],
  ['many levels', JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`)],
])('error: %s', (_, json) => {
  expect(() => unpackPlain(json)).toThrow(
    /^(a value of an unknown kind|a text that is too long|a response that is too large)$/,
  )
})
