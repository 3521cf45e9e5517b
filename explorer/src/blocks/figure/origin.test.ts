import { expect, test } from 'vitest'
import {
  citationOf,
  coverageText,
  type FactRows,
  hasCoverage,
  keyText,
  leadOf,
  noReceiptText,
  pricesText,
  type Receipt,
  sourceOf,
  type Version,
  versionsOf,
} from './origin.ts'

const version = (more: Partial<Version> = {}): Version => ({
  values: { tvlUsd: 5 },
  quality: 'ok',
  run: 3,
  isCurrent: true,
  source: 'demo',
  recordedAt: '2026-11-16T12:00:00Z',
  receipt: null,
  ...more,
})
const rows = (fact: string, atSec: number | null, versions = [version()]): FactRows => ({
  fact,
  columns: {},
  versionCount: versions.length,
  isComplete: true,
  reason: null,
  rows: [{ key: { id: '1' }, atSec, versions, versionCount: versions.length }],
})
const empty: FactRows = { ...rows('raises', 7), rows: [] }

test('lead: the named fact, else the first with a time, else the first with rows', () => {
  const facts = [empty, rows('protocols', null), rows('tvl', 60), rows('prices', 60)]
  expect(leadOf(facts)?.fact).toBe('tvl')
  expect(leadOf(facts, 'prices')?.fact).toBe('prices')
  expect(leadOf(facts, 'raises')?.fact).toBe('tvl')
  expect(leadOf([empty, rows('protocols', null)])?.fact).toBe('protocols')
  expect(leadOf([empty])).toBeNull()
})

test('versions: the current one apart from those before', () => {
  const old = version({ run: 1, isCurrent: false })
  const { current, earlier } = versionsOf({
    key: {},
    atSec: 1,
    versions: [version(), old],
    versionCount: 2,
  })
  expect([current?.run, earlier]).toEqual([3, [old]])
})

test('coverage in words; a share is never rounded up to all', () => {
  const part = (count: number) => ({ count, worth: 0 })
  const told = {
    operation: 'x',
    coverage: 0.9999,
    expected: part(1_204),
    fresh: part(1_200),
    stale: part(3),
    missing: part(1),
    isComplete: true,
    members: [],
  }
  expect(coverageText(told)).toBe('99.9%: 1,200 of 1,204 members fresh, 3 late, 1 missing')
  expect(
    coverageText({ ...told, coverage: 1, fresh: part(1_204), stale: part(0), missing: part(0) }),
  ).toBe('100%: 1,204 of 1,204 members fresh')
  expect(coverageText({ ...told, coverage: null })).toBe('nothing is expected in it')
})

test('prices: those of the receipt, else those that were read', () => {
  const read = rows('prices', 1_794_830_400, [
    version({ values: { priceUsd: 2, confidence: 0.98 } }),
  ])
  expect(pricesText([read], [])).toBe('1 price, oldest 16 Nov 2026, 12:00, lowest confidence 0.98')
  // Of one coin only its newest price is in use.
  const twice = { ...read, rows: [...read.rows, ...rows('prices', 60).rows] }
  expect(pricesText([twice], [])).toMatch(/^1 price, oldest 16 Nov/)
  expect(pricesText([{ ...read, isComplete: false }], [])).toMatch(/^at least 1 price, oldest/)
  const price = (at: string, confidence: number | null) => ({
    coin: 'x',
    priceUsd: 1,
    at,
    confidence,
  })
  const receipt = {
    prices: [price('2026-11-16T11:00:00Z', null), price('2026-11-16T12:00:00Z', 0.9)],
  } as unknown as Receipt
  expect(pricesText([read], [receipt])).toBe(
    '2 prices, oldest 16 Nov 2026, 11:00, lowest confidence 0.9',
  )
  expect(pricesText([rows('tvl', 1)], [])).toBeUndefined()
})

test('words for what is missing and what is quoted', () => {
  expect(noReceiptText(version())).toMatch(/^none: demo figures/)
  expect(noReceiptText(version({ source: 'import' }))).toBe(
    'none: run 3 came from import, not from a chain',
  )
  expect(keyText({ protocol: '49', version: '', chain: 'base' })).toBe('protocol 49, chain base')
  expect(
    citationOf({
      value: '$353,675,645.84',
      name: 'TVL of Indigo Swap',
      atSec: 1_794_830_400,
      run: 29,
    }),
  ).toBe('353,675,645.84 USD, TVL of Indigo Swap at 2026-11-16 12:00 UTC, as known at run 29')
})

test('sources: from a path, without what only shapes the response', () => {
  expect(sourceOf('/protocol/wren-lend?fields=tvl&start=7&asOf=2026-01-01')).toEqual({
    operation: 'getProtocol',
    parameters: { protocol: 'wren-lend', start: '7' },
  })
  expect(sourceOf('/chart/base%3A0xaa?span=7')).toEqual({
    operation: 'getPriceChart',
    parameters: { coins: 'base:0xaa', span: '7' },
  })
  expect(sourceOf('/chart/7f3c')).toEqual({
    operation: 'getPoolChart',
    parameters: { pool: '7f3c' },
  })
  expect([sourceOf('/nowhere'), sourceOf('/meta/quality?limit=9')]).toEqual([null, null])
  expect([hasCoverage('getProtocol'), hasCoverage('getBlock')]).toEqual([true, false])
})
