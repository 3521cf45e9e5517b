import { expect, test } from 'vitest'
import recorded from './recorded/company_tickers_exchange.json' with { type: 'json' }
import { isTickers, transformTickers } from './tickers.ts'

test('default: tickers with their exchange; the order ranks those of one company', () => {
  expect(isTickers(recorded)).toBe(true)
  expect(transformTickers(recorded)).toMatchObject([
    {
      ticker: 'LNTN',
      cik: '0000900001',
      companyName: 'Lantern Stores Inc.',
      exchange: 'NYSE',
      rank: 0,
    },
    { ticker: 'LNTN-B', cik: '0000900001', rank: 1 },
    { ticker: 'REUSE', cik: '0000900003', rank: 0 },
    { ticker: 'FJRD', cik: '0000900002', exchange: null, rank: 0 },
  ])
})

test('behavior: the older list, without exchanges', () => {
  const plain = {
    0: { cik_str: 900001, ticker: 'lntn', title: 'Lantern Stores Inc.' },
    1: { cik_str: null, ticker: 'X', title: 'X' },
  }
  expect(isTickers(plain)).toBe(true)
  expect(transformTickers(plain)).toMatchObject([
    { ticker: 'LNTN', cik: '0000900001', exchange: null },
  ])
})

test.each([null, [], {}, { 0: 1 }, { fields: [] }])('error: %j is no list of tickers', (file) => {
  expect(isTickers(file)).toBe(false)
  expect(transformTickers(file)).toEqual([])
})
