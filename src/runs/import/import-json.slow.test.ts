import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore } from './store-for-tests.ts'

let it: TestStore

beforeAll(async () => {
  it = await openTestStore()
})

afterAll(() => it.close())

const ROWS = [
  { coin: 'btc', atSec: 1_700_000_000, priceUsd: 0.1 + 0.2 },
  { coin: 'eth ] "data": [', atSec: '2026-01-01', priceUsd: '1e-18', confidence: 0.5 },
]
const STORED = [
  { coin: 'btc', atSec: 1_700_000_000, priceUsd: 0.1 + 0.2, confidence: null, quality: 'ok' },
  { coin: 'eth ] "data": [', atSec: 1_767_225_600, priceUsd: 1e-18, confidence: 0.5, quality: 'ok' },
] // biome-ignore format: a table

describe('documents', () => {
  const documents: Record<string, string> = {
    'array.json': JSON.stringify(ROWS),
    'pretty.json': JSON.stringify(ROWS, null, 2),
    'array.ndjson': `\uFEFF ${JSON.stringify(ROWS)}\n`,
    'data.json': JSON.stringify({ data: ROWS }),
    'answer.json': JSON.stringify({ status: 'data', more: [{ data: [1] }], data: ROWS }),
    'total.json': JSON.stringify({ data: ROWS, tags: [']', []], total: { data: [2] } }, null, 1),
    'lines.json': ROWS.map((row) => JSON.stringify(row)).join('\n'),
  }
  for (const [name, text] of Object.entries(documents)) {
    test(`behavior: ${name} gives its rows, compressed or not`, async () => {
      for (const path of [await it.file(name, text), await it.file(`${name}.gz`, gzipSync(text))]) {
        const summary = await it.import('prices', path, { again: true })
        expect(summary).toMatchObject({ accepted: 2, rejected: 0, ignoredColumns: [] })
        expect(await it.rows('prices')).toEqual(STORED)
      }
    })
  }

  test('behavior: a document on one line may be larger than a line of text', async () => {
    // 200,000 rows of 100 characters are 20 MB; lines end at 16 MB.
    const rows = Array.from({ length: 200_000 }, (_, index) => ({
      coin: `large ${index}`,
      atSec: 5,
      priceUsd: index,
      padding: 'p'.repeat(60),
    }))
    const path = await it.file('large.json', JSON.stringify({ data: rows, total: rows.length }))
    expect(await it.import('prices', path)).toMatchObject({ accepted: 200_000, rejected: 0 })
  })

  test('behavior: bad rows are rejected with their numbers', async () => {
    const rows = [
      { ...ROWS[0], coin: 'x' },
      { coin: 'y', atSec: 1, priceUsd: 'n/a' },
      { coin: 'z' },
    ]
    for (const document of [rows, { data: rows }]) {
      const path = await it.file('bad.json', JSON.stringify(document))
      const summary = await it.import('prices', path, { again: true })
      expect(summary).toMatchObject({ accepted: 1, rejected: 2 })
      expect((await it.rejects(summary)).map(({ row, reason }) => [row, reason])).toEqual([
        [2, 'priceUsd: not a number ("n/a")'],
        [3, 'atSec: missing'],
      ])
    }
  })

  test('error: what is not JSON, has no rows, or other things than rows', async () => {
    const problems: [string, string, string][] = [
      ['cut.json', '[{"coin":"a","atSec":1,"priceUsd":1},{"coin":"b"', 'damaged or cut off'],
      ['number.json', '[{"coin":"a","atSec":1,"priceUsd":1}, 5]', 'not valid JSON'],
      ['none.json', '[]', 'holds no rows'],
      ['nothing.json', '{"data":[]}', 'holds no rows'],
      ['object.json', '{\n "rows": 5\n}', 'none of its first lines is a JSON object'],
    ]
    for (const [name, text, problem] of problems) {
      const error = await it.import('prices', await it.file(name, text)).catch(String)
      expect(error).toContain(name)
      expect(error).toContain(problem)
      expect(error).not.toMatch(/\n|DB::|\/tmp|JSONEachRow/)
    }
  })
})
