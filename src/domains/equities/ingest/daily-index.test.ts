import { expect, test } from 'vitest'
import { indexName, indexState, quarterFolder, readDailyIndex, readFolder } from './daily-index.ts'

const sec = (iso: string) => Date.parse(iso) / 1000
const day = (text: string) => sec(`${text}T00:00:00Z`)

test.each([
  ['2026-01-14', '/Archives/edgar/daily-index/2026/QTR1', 'master.20260114.idx'],
  ['2025-12-31', '/Archives/edgar/daily-index/2025/QTR4', 'master.20251231.idx'],
  ['2026-04-01', '/Archives/edgar/daily-index/2026/QTR2', 'master.20260401.idx'],
])('default: %s is in %s as %s', (text, folder, name) => {
  expect([quarterFolder(day(text)), indexName(day(text))]).toEqual([folder, name])
})

test.each([
  ['it is listed', ['master.20260114.idx'], '2026-01-14', '2026-01-15T03:00:00Z', 'there'],
  [
    'a weekday that may still come',
    ['master.20260113.idx'],
    '2026-01-14',
    '2026-01-15T01:00:00Z',
    'not yet',
  ],
  [
    'a later day is listed: a holiday',
    ['master.20260120.idx'],
    '2026-01-19',
    '2026-01-21T03:00:00Z',
    'none',
  ],
  ['a Saturday', [], '2026-01-17', '2026-01-18T01:00:00Z', 'none'],
  ['five days later nothing comes any more', [], '2026-01-14', '2026-01-20T00:00:00Z', 'none'],
  [
    'other files of the folder do not count',
    ['sitemap.quarterly.xml'],
    '2026-01-14',
    '2026-01-16T00:00:00Z',
    'not yet',
  ],
])('behavior: %s', (_, names, text, now, state) => {
  expect(indexState(names, day(text), sec(now))).toBe(state)
})

test('default: names of a folder', () => {
  const body = { directory: { item: [{ name: 'a.idx', type: 'file' }], name: 'QTR1/' } }
  expect(readFolder(body, 'index.json')).toEqual(['a.idx'])
  expect(() => readFolder({}, 'index.json')).toThrow('index.json.directory is missing')
})

test('error: another form is named with its line', () => {
  expect(() => readDailyIndex('<html>', 'master.idx')).toThrow('master.idx has no line "CIK|')
  const broken = 'CIK|Company Name|Form Type|Date Filed|File Name\n---\n900001|A|10-K\n'
  expect(() => readDailyIndex(broken, 'master.idx')).toThrow(
    'master.idx: line 3 is not a filing with five columns',
  )
})
