import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { prices } from '../../domains/coins/facts.ts'
import { pairs } from '../headers.ts'
import { defineRoute } from '../route.ts'
import { CachedResponse } from './cached-response.ts'

const declared = {
  id: 'test.get',
  summary: '',
  describe: '',
  paths: { free: '/test', pro: '/api/test' },
  response: Type.Null(),
  example: null,
  handler: async () => null,
}
const route = defineRoute({ ...declared, reads: [prices] })
const requestTime = { run: 1, nowSec: 0, version: '1.0', isPast: false, isSettled: false }
const origin = { route, root: 'free', requestTime, etag: 'tag', format: 'json' } as const
const LONG = 'abc'.repeat(1_000)

function headersOf(response: CachedResponse, encoding: 'identity' | 'gzip' = 'identity') {
  return Object.fromEntries(pairs(response.get(encoding).headers))
}

describe('encodings', () => {
  test('default: the body is compressed once per encoding, and decodes to the same bytes', async () => {
    const response = new CachedResponse(origin, Buffer.from(LONG))
    expect(response.find('gzip')).toBeUndefined()
    const [gzip, again, brotli] = await Promise.all([
      response.encode('gzip'),
      response.encode('gzip'),
      response.encode('br'),
    ])
    expect(gunzipSync(gzip.bytes).toString()).toBe(LONG)
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(LONG)
    expect(again).toBe(gzip)
    expect(response.find('gzip')).toBe(gzip)
    expect(response.get('identity').bytes).toBe(response.plain)
  })

  test('behavior: a small body travels as it is', () => {
    expect(new CachedResponse(origin, Buffer.from(LONG)).encodingFor('br')).toBe('br')
    expect(new CachedResponse(origin, Buffer.from('abc')).encodingFor('br')).toBe('identity')
  })

  test('error: an encoding that was not made', () => {
    const response = new CachedResponse(origin, Buffer.from(LONG))
    expect(() => response.get('br')).toThrow('There is no br form of this response yet.')
  })
})

describe('headers', () => {
  test('default: type, length, tag, and who may cache it', async () => {
    const response = new CachedResponse(origin, Buffer.from(LONG), ['X-Total-Matches', '7'])
    expect(headersOf(response)).toMatchObject({
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': '3000',
      'Cache-Control': 'public, no-cache',
      Vary: 'Accept-Encoding',
      ETag: '"tag"',
      'X-Total-Matches': '7',
    })
    const { bytes } = await response.encode('gzip')
    expect(headersOf(response, 'gzip')).toMatchObject({
      'Content-Length': String(bytes.length),
      'Content-Encoding': 'gzip',
      ETag: '"tag-gzip"',
    })
  })

  test('behavior: what a key paid for is private', () => {
    const response = new CachedResponse({ ...origin, root: 'pro' }, Buffer.from(LONG))
    expect(headersOf(response)['Cache-Control']).toBe('private, no-cache')
  })

  test('behavior: a response that is not made from facts has no tag', () => {
    const usage = { ...origin, route: defineRoute({ ...declared, reads: [] }) }
    const response = new CachedResponse(usage, Buffer.from(LONG))
    expect(headersOf(response)).not.toHaveProperty('ETag')
    expect(response.matchingTag('*', 'identity')).toBeUndefined()
  })
})

test.each([
  [undefined, undefined],
  ['"other"', undefined],
  ['"tag"', 'tag'],
  ['W/"tag-gzip", "other"', 'tag-gzip'],
  ['*', 'tag-br'],
])('behavior: If-None-Match %s names %s', (given, tag) => {
  expect(new CachedResponse(origin, Buffer.from(LONG)).matchingTag(given, 'br')).toBe(tag)
})
