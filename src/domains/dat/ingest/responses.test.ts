import { expect, test } from 'vitest'
import { readResponse } from '../../../../test/support/mirror/read-response.ts'
import { datMirror } from './responses.ts'

const read = (operation: string, body: unknown, known?: unknown) =>
  readResponse(datMirror.responses, operation, body, { known, atSec: 1_768_392_000 })
// 2026-01-12 to 14.
const [MONDAY, TUESDAY, WEDNESDAY] = [1_768_176_000, 1_768_262_400, 1_768_348_800]

test('default: institutions, with the country of the only listing of their ticker', () => {
  const item = (institutionId: number, ticker: string, price: number | null = 5) => ({
    institutionId,
    ticker,
    name: `${ticker} Holdings`,
    type: 'Stock',
    price,
    holdings: {},
  })
  const known = new Map([
    ['XYZ', ['US']],
    ['TWO', ['US', 'CA']],
  ])
  const { rows, details } = read(
    'dat.listInstitutions',
    {
      institutionMetadata: {
        7: item(7, 'XYZ'),
        8: item(8, 'TWO'),
        9: item(9, 'NONE'),
        10: item(10, 'XYZ', null),
      },
    },
    known,
  )
  expect(rows.dat_institutions).toEqual([
    {
      institution: 7,
      ticker: 'XYZ',
      country: 'US',
      name: 'XYZ Holdings',
      type: 'Stock',
      quality: 'extrapolated',
    },
    { institution: 8, ticker: 'TWO', country: null, name: 'TWO Holdings', type: 'Stock' },
    { institution: 9, ticker: 'NONE', country: null, name: 'NONE Holdings', type: 'Stock' },
    { institution: 10, ticker: 'XYZ', country: null, name: 'XYZ Holdings', type: 'Stock' },
  ])
  expect(details.map(({ params }) => params.symbol)).toEqual(['XYZ', 'TWO', 'NONE', 'XYZ'])
})

test('behavior: what is held, by name; its supply where its part of it is told', () => {
  const { rows, problems } = read('dat.listInstitutions', {
    institutionMetadata: {},
    assetMetadata: {
      // 500 are 2.5% of 20,000.
      bitcoin: { name: 'Bitcoin', ticker: 'BTC', totalAmount: '500', circSupplyPerc: 2.5 },
      newcoin: { name: null, ticker: 'NEW', totalAmount: 7, circSupplyPerc: null },
      sold: { name: 'Sold', ticker: null, totalAmount: 0, circSupplyPerc: 0 },
      bad: { totalAmount: {} },
    },
  })
  expect(rows.supplies).toEqual([
    {
      coin: 'aggregator:bitcoin',
      atSec: 1_768_392_000,
      circulating: 20_000,
      quality: 'extrapolated',
    },
  ])
  expect(rows.tokens).toMatchObject([
    { coin: 'aggregator:bitcoin', symbol: 'BTC', name: 'Bitcoin' },
    { coin: 'aggregator:newcoin', symbol: 'NEW', name: null },
  ])
  expect(problems).toEqual(['assetMetadata.bad.totalAmount is an object instead of a number'])
})

test('behavior: transactions, and share counts where they change', () => {
  const { rows, problems } = read('dat.getInstitution', {
    institutionId: '7',
    fd_realized: '120',
    fd_realistic: '130',
    fd_max: null,
    stats: [
      [MONDAY, 100, 110, null, 1, 1, 1, 1, 1, 1],
      [String(TUESDAY), '100', 110, null],
    ],
    transactions: [
      {
        id: 70_082,
        asset: 'bitcoin',
        amount: '120',
        avg_price: '91000',
        usd_value: '10920000',
        start_date: '2026-01-05',
        end_date: '2026-01-11T00:00:00.000Z',
        report_date: '2026-01-12',
        type: 'purchase',
        source_type: 'filing',
        source_url: 'https://filings.example/70082',
        source_note: null,
        is_approved: true,
        reject_reason: null,
      },
      { id: 1, asset: 'bitcoin' },
    ],
  })
  expect(problems).toEqual(['transactions[1].amount is missing'])
  expect(rows.dat_transactions).toEqual([
    {
      id: 70_082,
      institution: 7,
      asset: 'bitcoin',
      amount: 120,
      avgPriceUsd: 91_000,
      usdValue: 10_920_000,
      startDate: '2026-01-05',
      endDate: '2026-01-11',
      reportDate: '2026-01-12',
      type: 'purchase',
      sourceType: 'filing',
      sourceUrl: 'https://filings.example/70082',
      sourceNote: null,
      approved: true,
      rejectReason: null,
    },
  ])
  expect(rows.dat_shares).toEqual([
    { institution: 7, atSec: MONDAY, realized: 100, realistic: 110, max: null },
    { institution: 7, atSec: WEDNESDAY, realized: 120, realistic: 130, max: null },
  ])
})
