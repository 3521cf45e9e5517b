import { expect, test } from 'vitest'
import { detectCompression, detectFormat } from './detect-format.ts'

const none = new Uint8Array()

test('behavior: the format by the name, with or without a compression', () => {
  // biome-ignore format: a table
  const cases = { 'a.csv': 'csv', 'A.CSV.GZ': 'csv', 'a.ndjson': 'ndjson', 'a.jsonl.zst': 'ndjson', 'a.json': 'json', 'a.parquet': 'parquet', 'a.arrow': 'arrow', 'a.feather.gz': 'arrow' }
  for (const [name, format] of Object.entries(cases))
    expect(detectFormat(`/x/${name}`, none, undefined)).toBe(format)
})

test('behavior: what was requested comes first, then the bytes, then the name', () => {
  expect(detectFormat('/a.csv', Buffer.from('PAR1....'), undefined)).toBe('parquet')
  expect(detectFormat('/a.csv', Buffer.from('ARROW1..'), undefined)).toBe('arrow')
  expect(detectFormat('/a.csv', Buffer.from('PAR1....'), 'jsonl')).toBe('ndjson')
})

test('behavior: the compression by the bytes', () => {
  expect(detectCompression(Buffer.from([0x1f, 0x8b, 8]))).toBe('gzip')
  expect(detectCompression(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]))).toBe('zstd')
  expect(detectCompression(Buffer.from('coin'))).toBe('none')
})
