import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { acceptedEncoding, compress, worthCompressing } from './encoding.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['identity', 'identity'],
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0 , gzip;q=0', 'identity'],
  ['*', 'gzip'],
  ['*;q=0', 'identity'],
  ['BR', 'br'],
  ['zstd, deflate', 'identity'],
  [',;=,;;q=,', 'identity'],
] as const)('behavior: Accept-Encoding %j means %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})

test('behavior: each encoding decodes to the same bytes', async () => {
  const bytes = Buffer.from('{"a":1}'.repeat(500))
  expect(gunzipSync(await compress(bytes, 'gzip')).equals(bytes)).toBe(true)
  expect(brotliDecompressSync(await compress(bytes, 'br')).equals(bytes)).toBe(true)
  expect(await compress(bytes, 'identity')).toBe(bytes)
})

test('behavior: from one kibibyte on, compressing is worth it', () => {
  expect([0, 1_023, 1_024].map(worthCompressing)).toEqual([false, false, true])
})
