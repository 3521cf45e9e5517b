import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { prices } from '../../coins/facts.ts'
import { dimensionDays, dimensionMethods } from '../../dimensions/facts.ts'
import { protocolHallmarks, protocols } from '../../registry/facts.ts'
import { scheduleRow } from '../../unlocks/emissions-for-tests.ts'
import { unlockSchedules } from '../../unlocks/facts.ts'

let app: TestApp

const at = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1000
const fee = (protocol: string, date: string, dataType: string, valueUsd: number, label = '') => ({
  ...{ metric: 'fees', version: '', chain: 'ethereum' },
  ...{ protocol, dataType, label, atSec: at(date), valueUsd },
})

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [
    { id: 'parent#alpha', name: 'Alpha' },
    {
      id: '1',
      name: 'Alpha V1',
      category: 'Lending',
      parent: 'parent#alpha',
      tokenCoin: 'ethereum:0xa1',
    },
    { id: '2', name: 'Alpha V2', category: 'Lending', parent: 'parent#alpha' },
    { id: '3', name: 'Beta', category: 'Dexs', tokenCoin: 'ethereum:0xb1' },
    { id: '4', name: 'Quiet', category: 'Dexs' },
  ])
  await app.put(dimensionDays, [
    fee('1', '2025-12-31', 'dailyFees', 900, 'Borrow Interest'),
    fee('1', '2025-12-31', 'dailyFees', 100, 'Liquidation Fees'),
    fee('1', '2025-12-31', 'dailySupplySideRevenue', 800),
    fee('1', '2026-01-02', 'dailyFees', 500, 'Borrow Interest'),
    fee('1', '2026-01-02', 'dailySupplySideRevenue', 380),
    // The running day is not complete.
    fee('1', '2026-01-14', 'dailyFees', 77_777, 'Borrow Interest'),
    fee('2', '2026-01-13', 'dailyFees', 30),
    fee('3', '2025-12-31', 'dailyFees', 10),
    fee('3', '2025-12-31', 'dailyRevenue', 4),
  ])
  await app.put(dimensionMethods, [
    {
      metric: 'fees',
      protocol: '1',
      dataType: 'dailyFees',
      label: '',
      methodology: 'What borrowers pay.',
      url: 'https://example.org/m',
    },
    {
      metric: 'fees',
      protocol: '1',
      dataType: 'dailyFees',
      label: 'Borrow Interest',
      methodology: 'Interest of all markets.',
      url: null,
    },
  ])
  await app.put(protocolHallmarks, [
    { protocol: 'parent#alpha', onSec: at('2026-01-02'), event: 'Alpha has a new name' },
    { protocol: '1', onSec: at('2025-12-31'), event: 'V1 opens' },
  ])
  await app.put(unlockSchedules, [
    scheduleRow('alpha', {
      name: 'Alpha',
      token: 'ethereum:0xa1',
      protocolIds: ['1'],
      // Ten tokens a day, 30 December to 3 January.
      sections: [
        {
          label: 'Rewards',
          category: 'farming',
          unlocks: [{ type: 'linear', from: '2025-12-30', to: '2026-01-04', amount: 50 }],
        },
      ],
    }),
  ])
  const price = (date: string, priceUsd: number) => ({
    coin: 'ethereum:0xa1',
    atSec: at(date) + 3_600,
    priceUsd,
    confidence: 1,
  })
  await app.put(
    prices,
    ['2025-12-30', '2025-12-31', '2026-01-01', '2026-01-02', '2026-01-03'].map((date, index) =>
      price(date, 1 + index),
    ),
  )
})

afterAll(() => app.stop())

const path = '/api/v2/metrics/financial-statement/protocol'

async function statement(
  slug: string,
): Promise<{ aggregates: Record<'yearly' | 'quarterly' | 'monthly', Record<string, unknown>> }> {
  const { status, body } = await app.get(`${path}/${slug}`, { pro: true })
  expect(status).toBe(200)
  return body as never
}

test('default: a child with its own words, by year, quarter and month; the running periods are there', async () => {
  const body = await statement('alpha-v1')
  expect(body).toMatchObject({
    id: '1',
    name: 'Alpha V1',
    parentProtocol: 'parent#alpha',
    protocolType: 'protocol',
    hallmarks: [[at('2025-12-31'), 'V1 opens']],
    hasLabelBreakdown: true,
    methodology: { 'Gross Protocol Revenue': 'What borrowers pay.' },
    breakdownMethodology: {
      'Gross Protocol Revenue': { 'Borrow Interest': 'Interest of all markets.' },
    },
    methodologyURL: 'https://example.org/m',
    childProtocols: [],
  })
  const december = {
    'Gross Protocol Revenue': {
      value: 1_000,
      'by-label': { 'Borrow Interest': 900, 'Liquidation Fees': 100 },
    },
    'Cost Of Revenue': { value: 800 },
    'Gross Profit': { value: 200 }, // derived
    'Token Holder Net Income': { value: null },
    Incentives: { value: 20 }, // 10 tokens at 2 on the 31st; the 30th was before the first fees
    Earnings: { value: 180 },
  }
  const january = {
    'Gross Protocol Revenue': { value: 500, 'by-label': { 'Borrow Interest': 500 } },
    'Cost Of Revenue': { value: 380 },
    'Gross Profit': { value: 120 },
    'Token Holder Net Income': { value: null },
    Incentives: { value: 120 }, // 10 × (3 + 4 + 5)
    Earnings: { value: 0 },
  }
  expect(body.aggregates).toEqual({
    yearly: { 2025: december, 2026: january },
    quarterly: { '2025-Q4': december, '2026-Q1': january },
    monthly: { '2025-12': december, '2026-01': january },
  })
})

test('behavior: a parent is its children, whose words stand one by one', async () => {
  const body = await statement('alpha')
  expect(body).toMatchObject({
    id: 'parent#alpha',
    hallmarks: [
      [at('2025-12-31'), 'V1 opens'],
      [at('2026-01-02'), 'Alpha has a new name'],
    ],
    methodology: null,
    breakdownMethodology: null,
    childProtocols: [
      { name: 'Alpha V1', methodology: { 'Gross Protocol Revenue': 'What borrowers pay.' } },
      {
        name: 'Alpha V2',
        methodology: { 'Gross Protocol Revenue': 'Everything users paid in the day.' },
      },
    ],
  })
  // 500 with a label and 30 of V2 without.
  expect(body.aggregates.monthly['2026-01']).toMatchObject({
    'Gross Protocol Revenue': { value: 530, 'by-label': { 'Borrow Interest': 500, Other: 30 } },
    'Gross Profit': { value: 120 },
    Incentives: { value: 120 },
  })
})

test('behavior: a token without a schedule: incentives are not known, and earnings say so', async () => {
  const { aggregates } = await statement('beta')
  expect(aggregates.yearly['2025']).toMatchObject({
    'Gross Profit': { value: 4 },
    Incentives: { value: null },
    Earnings: { value: 4, missing: ['Incentives'] },
  })
})

test('behavior: without a token there are no incentives', async () => {
  const { aggregates } = await statement('alpha-v2')
  expect(aggregates.yearly['2026']).toMatchObject({
    'Gross Protocol Revenue': { value: 30 },
    Incentives: { value: 0 },
    Earnings: { value: null },
  })
})

test.each([
  [404, `${path}/nobody`, 'No protocol'],
  [404, `${path}/quiet`, 'Nothing is known of fees'],
])('error: %i for %s', async (status, url, told) => {
  const response = await app.get(url, { pro: true })
  expect(response.status).toBe(status)
  expect(JSON.stringify(response.body)).toContain(told)
})
