import { describe, expect, test } from 'vitest'
import { routes, topics } from '../../app.ts'
import { describeApi } from '../openapi/describe-api.ts'
import { createResolver, groupByTag, listOperations, matchesSearch } from './openapi.js'
import { prettyJson } from './pretty-json.js'
import { buildRequest, curlLine } from './request.js'
import { childRows, exampleOf, flatten, typeText } from './schema.js'

const openapi = {
  servers: [{ url: '/' }],
  tags: [{ name: 'B' }, { name: 'Empty' }],
  paths: {
    '/a/{coins}': {
      parameters: [{ name: 'coins', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'a.get',
        tags: ['A'],
        'x-root': 'pro',
        parameters: [
          { name: 'chains', in: 'query', schema: { type: 'array' } },
          { name: 'X-API-Key', in: 'header' },
        ],
      },
    },
    '/b': {
      post: {
        operationId: 'b.post',
        tags: ['B'],
        requestBody: { content: { 'application/json': { schema: {} } } },
      },
    },
  },
  components: {
    schemas: {
      'A/B': { type: 'string' },
      Tree: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
      Map: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Map' } },
    },
  },
}
const resolve = createResolver(openapi)
const [first, second] = listOperations(openapi, resolve)
const textOf = (schema) => typeText(flatten(schema, resolve), resolve)

describe('openapi', () => {
  test('behavior: each server of a path is an address of its own, with its prefix and root', () => {
    const servers = [
      { url: '/', 'x-root': 'free' },
      { url: '/coins', 'x-root': 'pro' },
    ]
    const document = { ...openapi, paths: { '/p': { servers, get: { operationId: 'getP' } } } }
    expect(
      listOperations(document, resolve).map(({ id, path, root }) => ({ id, path, root })),
    ).toEqual([
      { id: 'getP', path: '/p', root: 'free' },
      { id: 'getP/pro', path: '/coins/p', root: 'pro' },
    ])
  })
  test('behavior: path parameters are joined, the key header is left to its own box', () => {
    expect(first.parameters.map((parameter) => parameter.name)).toEqual(['coins', 'chains'])
  })
  test('behavior: tags of the document come first, empty ones not at all', () => {
    expect(groupByTag([first, second], openapi.tags).map((group) => group.name)).toEqual(['B', 'A'])
  })
  test('behavior: a search needs all its words', () => {
    expect(matchesSearch(first, 'PRO coins')).toBe(true)
    expect(matchesSearch(first, 'pro bridge')).toBe(false)
  })
})

describe('the document that is served', () => {
  const document = describeApi(routes, topics)
  const operations = listOperations(document, createResolver(document))
  const find = (id) => operations.find((operation) => operation.id === id)

  test('behavior: both addresses of an operation stand on the page', () => {
    expect(find('getCurrentPrices')).toMatchObject({
      path: '/prices/current/{coins}',
      root: 'free',
    })
    expect(find('getCurrentPrices/pro')).toMatchObject({
      path: '/coins/prices/current/{coins}',
      root: 'pro',
    })
  })
  test('behavior: references are followed in parameters, answers and errors', () => {
    for (const { id, parameters, responses } of operations) {
      expect(parameters.filter(({ name, schema }) => !name || !schema, id)).toEqual([])
      expect(
        responses.filter(({ description }) => description === ''),
        id,
      ).toEqual([])
      expect(flatten(responses[0].schema, createResolver(document)), id).not.toEqual({})
    }
    expect(find('getCurrentPrices').parameters.map(({ name }) => name)).toContain('asOf')
  })
})

describe('schema', () => {
  test.each([
    [{ $ref: '#/components/schemas/A~1B' }, 'string'],
    [{ type: ['integer', 'null'] }, 'integer or null'],
    [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, 'number or null'],
    [{ anyOf: [{ type: 'number' }, { type: 'string' }] }, 'number or string'],
    [
      { type: 'array', items: { type: 'object', patternProperties: { '.*': { type: 'number' } } } },
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
    expect(exampleOf(schema, resolve)).toBeDefined()
  })
})

describe('request', () => {
  const build = (values) => buildRequest(first, { values, body: '', origin: 'http://localhost:1' })
  test('default', () => {
    const request = build({ 'path coins': 'ethereum:0xA,b c', 'query chains': "BSC, it's" })
    expect(request.url).toBe("http://localhost:1/a/ethereum:0xA,b%20c?chains=BSC&chains=it's")
    expect(curlLine(request, { withKey: true })).toBe(
      `curl -H "X-API-Key: $ALMANAC_KEY" 'http://localhost:1/a/ethereum:0xA,b%20c?chains=BSC&chains=it'\\''s'`,
    )
  })
  test('behavior: an empty required parameter is missing, an empty optional one is not sent', () => {
    const request = build({ 'path coins': '', 'query chains': '' })
    expect(request.missing.map((parameter) => parameter.name)).toEqual(['coins'])
    expect(request.url).toBe('http://localhost:1/a/{coins}')
  })
})

describe('prettyJson', () => {
  test('behavior: figures stand as they were sent', () => {
    expect(prettyJson('{"a":1.10,"b":[],"c":["x, {y}\\"",2]}', 1000).text).toBe(
      '{\n  "a": 1.10,\n  "b": [],\n  "c": [\n    "x, {y}\\"",\n    2\n  ]\n}',
    )
  })
  test('behavior: stops at the limit', () => {
    expect(prettyJson('[1,2,3]', 6)).toEqual({ text: '[\n  1,', truncated: true })
  })
})
