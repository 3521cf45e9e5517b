import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonTextError, readJson } from './json-lines.ts'

const TEXT = `{
  "name": "Alpha",
  "sections": [
    { "label": "Team", "unlocks": [
      { "type": "cliff",
        "amount": 5 }
    ] },
    {
      "label": "Sale"
    }
  ],
  "total":
    100
}`

test.each([
  { path: [], line: 1 },
  { path: ['name'], line: 2 },
  { path: ['sections'], line: 3 },
  { path: ['sections', 0], line: 4 },
  { path: ['sections', 0, 'unlocks', 0, 'amount'], line: 6 },
  { path: ['sections', 1, 'label'], line: 9 },
  { path: ['total'], line: 12 },
  // What is not there is shown at the thing that lacks it.
  { path: ['sections', 1, 'category'], line: 8 },
  { path: ['sections', 7], line: 3 },
  { path: ['token'], line: 1 },
])('behavior: $path is on line $line', ({ path, line }) => {
  expect(readJson(TEXT).lineOf(path)).toBe(line)
})

test('behavior: the values are those of the text', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      expect(readJson(text).value).toEqual(JSON.parse(text))
    }),
  )
  expect(readJson('\ufeff{"__proto__": {"x": 1}}').value).toEqual(
    JSON.parse('{"__proto__": {"x": 1}}'),
  )
})

test.each([
  ['', 1, 'not valid JSON: value expected'],
  ['{\n"a": 1,\n}', 3, 'not valid JSON: property name expected'],
  ['{\n"a": 1\n"b": 2}', 3, 'not valid JSON: comma expected'],
  ['{\n"a": tru\n}', 2, 'not valid JSON: invalid symbol'],
  ['{\n"a" 1}', 2, 'not valid JSON: colon expected'],
  ['[1,\n2', 2, 'not valid JSON: close bracket expected'],
  ['{"a": 1}\nx', 2, 'not valid JSON: invalid symbol'],
  ['{"a": 1}\n2', 2, 'not valid JSON: end of file expected'],
  ['{"a": "\n"}', 1, 'not valid JSON: unexpected end of string'],
  ['{"a": 01}', 1, 'not valid JSON: comma expected'],
  ["{'a': 1}", 1, 'not valid JSON: invalid symbol'],
  ['{\n// note\n"a": 1}', 2, 'not valid JSON: invalid comment token'],
  ['{\n"a": 1,\n"b": 2,\n"a": 3}', 4, 'duplicate name "a"'],
  ['['.repeat(5_000), 1, 'nested too deeply'],
  ['['.repeat(2_000_000), 1, 'nested too deeply'],
])('error: %j on line %d: %s', (text, line, problem) => {
  let thrown: unknown
  try {
    readJson(text)
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(JsonTextError)
  expect(thrown).toMatchObject({ line, message: problem })
})

test('behavior: whatever the runtime refuses is refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:1-.eE\\unltrfas \n') }), (text) => {
      let isJson = true
      try {
        JSON.parse(text)
      } catch {
        isJson = false
      }
      if (isJson) expect(readJson(text).value).toEqual(JSON.parse(text))
      else expect(() => readJson(text)).toThrow(JsonTextError)
    }),
    { numRuns: 2_000 },
  )
})
