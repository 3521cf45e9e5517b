import { expect, test } from 'vitest'
import { cikText, isCompanyFacts, transformCompanyFacts } from './company-facts.ts'
import { unpackRows } from './packed-rows.ts'
import recorded from './recorded/company-facts.json' with { type: 'json' }
import foreign from './recorded/company-facts-foreign.json' with { type: 'json' }

const rows = unpackRows(transformCompanyFacts(recorded))
const of = (tag: string) => rows.filter((row) => row.tag === tag)

test('default: every figure once per filing, no matter who filed it first or labelled it wrongly', () => {
  expect(isCompanyFacts(recorded)).toBe(true)
  expect(rows[0]).toMatchObject({ cik: '0000900001' })
  // A year, five quarters and half-years, the nine months, and the year again in the amended
  // report.
  expect(of('us-gaap:Revenues')).toHaveLength(8)
  expect(of('us-gaap:NetIncomeLoss').filter(({ periodEnd }) => periodEnd === '2025-02-01')).toEqual(
    [
      expect.objectContaining({
        value: 450,
        accession: '0000900001-25-000008',
        form: '10-K',
        filed: '2025-03-20',
        periodStart: '2024-02-04',
      }),
      expect.objectContaining({
        value: 430,
        accession: '0000900001-25-000031',
        form: '10-K/A',
        filed: '2025-06-20',
      }),
    ],
  )
})

test('behavior: a balance starts on the day it ends', () => {
  expect(of('dei:EntityCommonStockSharesOutstanding')).toEqual([
    expect.objectContaining({
      unit: 'shares',
      periodStart: '2025-03-14',
      periodEnd: '2025-03-14',
      value: 200,
    }),
  ])
})

test('behavior: tags that no line is read from are passed over', () => {
  expect(rows.filter(({ tag }) => /Lessee|PublicFloat/.test(String(tag)))).toEqual([])
})

test('behavior: entries without a value or a date are passed over; of two in one filing the last counts', () => {
  expect(of('us-gaap:AccountsPayableCurrent').map(({ value }) => value)).toEqual([701])
})

test('behavior: foreign filers by the international taxonomy, in their currency', () => {
  expect(
    unpackRows(transformCompanyFacts(foreign)).filter(({ tag }) => tag === 'ifrs-full:Revenue'),
  ).toMatchObject([
    { cik: '0000900002', unit: 'EUR', periodEnd: '2022-12-31', value: 800 },
    { periodEnd: '2023-12-31', value: 900 },
    { periodEnd: '2023-12-31', value: 905 },
    { periodEnd: '2024-12-31', value: 1000 },
  ])
})

test.each([
  null,
  1,
  'x',
  [],
  {},
  { cik: 1 },
  { cik: 'x', facts: {} },
  { cik: 1, facts: { 'us-gaap': { Revenues: { units: { USD: 'none' } } } } },
])('error: %j has no figures', (file) => {
  expect(transformCompanyFacts(file)).toEqual([])
})

test.each([
  [320193, '0000320193'],
  ['0000320193', '0000320193'],
  ['12345678901', undefined],
  ['', undefined],
  [null, undefined],
])('behavior: the number %j is kept as %j', (given, kept) => {
  expect(cikText(given)).toBe(kept)
})
