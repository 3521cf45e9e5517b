import { describe, expect, test } from 'vitest'
import { childRows, createResolver, flatten, type Schema, typeText } from './schema.ts'

const resolve = createResolver({
  components: {
    schemas: {
      'A/B': { type: 'string', description: 'of the target' },
      Tree: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
      Map: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Map' } },
    },
  },
})
const textOf = (schema: Schema) => typeText(flatten(schema, resolve), resolve)

describe('references', () => {
  test('behavior: words beside a reference win over the target’s', () => {
    const node = { $ref: '#/components/schemas/A~1B', description: 'beside' }
    expect(resolve(node)).toEqual({ type: 'string', description: 'beside' })
  })
  test('error: one that leads nowhere is a fault of the document', () => {
    expect(() => resolve({ $ref: '#/components/schemas/None' })).toThrow('has no #/components')
  })
})

describe('schema', () => {
  test.each<[Schema, string]>([
    [{ $ref: '#/components/schemas/A~1B' }, 'string'],
    [{ type: ['integer', 'null'] }, 'integer or null'],
    [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, 'number or null'],
    [{ anyOf: [{ type: 'number' }, { type: 'string' }] }, 'number or string'],
    [
      { type: 'array', items: { type: 'object', additionalProperties: { type: 'number' } } },
      'array of map of number',
    ],
    [{ oneOf: [{ type: 'object' }, { type: 'array' }] }, 'one of 2 shapes'],
  ])('behavior: %j reads as %s', (schema, text) => {
    expect(textOf(schema)).toBe(text)
  })
  test('behavior: a union of constants is a list of values', () => {
    expect(flatten({ anyOf: [{ const: 'a' }, { const: 'b' }] }, resolve).enum).toEqual(['a', 'b'])
  })
  test('behavior: allOf joins properties and what is required', () => {
    const flat = flatten(
      { allOf: [{ properties: { a: {} }, required: ['a'] }, { properties: { b: {} } }] },
      resolve,
    )
    expect(childRows(flat, resolve).map((row) => [row.name, row.required])).toEqual([
      ['a', true],
      ['b', false],
    ])
  })
  test.each(['Tree', 'Map'])('behavior: a schema that holds itself ends (%s)', (name) => {
    const schema = { $ref: `#/components/schemas/${name}` }
    expect(textOf(schema)).toContain('any')
    expect(childRows(flatten(schema, resolve), resolve)).toEqual([])
  })
})
