import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { commitRun } from '../../../runs/run.ts'
import { protocolRow } from '../../registry/protocol-row.ts'
import { protocols } from '../../registry/public.ts'
import { raises } from '../facts.ts'

const DAY = 86_400
const at = (daysAgo: number) => NOW_SEC - 43_200 - daysAgo * DAY

let app: TestApp

/** A report of which only what matters is said. */
function report(
  reporter: string,
  id: string,
  daysAgo: number,
  given: Record<string, unknown>,
): Record<string, unknown> {
  return {
    reporter,
    report: id,
    atSec: at(daysAgo),
    name: 'Example',
    chains: [],
    leadInvestors: [],
    otherInvestors: [],
    ...given,
  }
}

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [
    protocolRow({ id: 'parent#example', name: 'Example' }),
    protocolRow({ id: '1', name: 'Example V1', parent: 'parent#example' }),
  ])
  await app.put(raises, [
    report('round-watch', 'r1', 10, {
      round: 'Series A',
      amountMillionUsd: 20,
      valuationMillionUsd: 150,
      chains: ['optimism', 'brandnew'],
      sector: 'Swaps',
      category: 'defi',
      link: 'https://example.org/a',
      leadInvestors: ['North Fund'],
      otherInvestors: ['Angel'],
      protocol: 'parent#example',
    }),
    // The same round: the same label of a version of the family, four days later, by another name.
    report('ledger-wire', 'l1', 6, {
      name: 'Example V1',
      round: 'series a',
      amountMillionUsd: 22,
      protocol: '1',
      otherInvestors: ['West', 'angel'],
    }),
    // Not the same: another project, nothing else known.
    report('ledger-wire', 'l2', 6, { name: 'Solo' }),
    report('ledger-wire', 'l3', 400, { name: 'Gone', amountMillionUsd: 3, withdrawn: false }),
    report('ledger-wire', 'l4', 300, { name: 'Moved', amountMillionUsd: 4, category: 'Gardening' }),
  ])
})

afterAll(() => app.stop())

interface Body {
  raises: { name: string; date: number; amount: number | null }[]
  totals: unknown
}

const list = async (query = '') => {
  const { status, body } = await app.get(`/api/raises${query}`, { pro: true })
  expect(status).toBe(200)
  return body as Body
}

const SAME_ROUND = {
  date: at(10),
  name: 'Example',
  round: 'Series A',
  amount: 20,
  chains: ['OP Mainnet', 'brandnew'],
  sector: 'Swaps',
  category: 'defi',
  categoryGroup: 'DeFi & CeFi',
  source: 'https://example.org/a',
  leadInvestors: ['North Fund'],
  otherInvestors: ['Angel', 'West'],
  valuation: 150,
  serviceId: 'parent#example',
  reports: [
    {
      reporter: 'round-watch',
      date: at(10),
      round: 'Series A',
      amount: 20,
      valuation: 150,
      source: 'https://example.org/a',
    },
    {
      reporter: 'ledger-wire',
      date: at(6),
      round: 'series a',
      amount: 22,
      valuation: null,
      source: null,
    },
  ],
}

test('default: newest first, the same round of two reporters once, totals in millions', async () => {
  const body = await list()
  expect(body.raises.map(({ name, date }) => [name, date])).toEqual([
    ['Solo', at(6)],
    ['Example', at(10)],
    ['Moved', at(300)],
    ['Gone', at(400)],
  ])
  expect(body.raises[1]).toEqual(SAME_ROUND)
  // 20 + 4 + 3; of Solo nothing is known, nor its group.
  expect(body.totals).toEqual({
    rounds: 4,
    amount: 27,
    byCategoryGroup: { 'DeFi & CeFi': { rounds: 1, amount: 20 }, Other: { rounds: 3, amount: 7 } },
  })
})

test.each([
  ['?chain=op', ['Example']],
  ['?category=DEFI,gardening', ['Example', 'Moved']],
  ['?round=series-a', ['Example']],
  ['?investor=north%20fund', ['Example']],
  ['?investor=West', ['Example']],
  // In millions; of Solo no amount is known.
  ['?minAmount=4', ['Example', 'Moved']],
  [`?start=${at(300)}&end=${at(10)}`, ['Example', 'Moved']],
  ['?sort=amount', ['Example', 'Moved', 'Gone', 'Solo']],
])('behavior: %s, and the totals are of all', async (query, expected) => {
  const { raises: shown, totals } = await list(query)
  expect([shown.map(({ name }) => name), totals]).toMatchObject([expected, { rounds: 4 }])
})

test('behavior: what is not known is null', async () => {
  expect((await list()).raises[0]).toEqual({
    date: at(6),
    name: 'Solo',
    round: null,
    amount: null,
    chains: [],
    sector: null,
    category: null,
    categoryGroup: null,
    source: null,
    leadInvestors: [],
    otherInvestors: [],
    valuation: null,
    serviceId: null,
    reports: [
      {
        reporter: 'ledger-wire',
        date: at(6),
        round: null,
        amount: null,
        valuation: null,
        source: null,
      },
    ],
  })
})

test('behavior: a protocol that leaves its family has rounds of its own, one that nobody reports on changes nothing', async () => {
  const before = await list()
  await app.put(protocols, [protocolRow({ id: '2', name: 'Another', parent: 'parent#example' })])
  expect(await list()).toEqual(before)
  await app.put(protocols, [protocolRow({ id: '1', name: 'Example V1' })])
  expect((await list()).raises.map(({ name, amount }) => [name, amount])).toEqual([
    ['Example V1', 22],
    ['Solo', null],
    ['Example', 20],
    ['Moved', 4],
    ['Gone', 3],
  ])
  await app.put(protocols, [protocolRow({ id: '1', name: 'Example V1', parent: 'parent#example' })])
  expect(await list()).toEqual(before)
})

test('behavior: a later run moves a date and takes a report back; asOf shows what was said before; held rows change nothing', async () => {
  const laterMs = NOW_SEC * 1000 + 60_000
  await commitRun(
    app.app.store,
    { source: 'test', clock: { nowMs: () => laterMs }, again: true },
    async (stage) => {
      await stage.insertRows(raises, [
        report('ledger-wire', 'l3', 400, { name: 'Gone', withdrawn: true }),
        report('ledger-wire', 'l4', 1, { name: 'Moved', amountMillionUsd: 5, category: 'AI' }),
        {
          ...report('ledger-wire', 'l4', 2, { name: 'Moved', amountMillionUsd: 99_000 }),
          quality: 'held',
        },
      ])
      return { accepted: 3, rejected: 0, held: 1 }
    },
  )
  const now = await list()
  expect(now.raises.map(({ name, date, amount }) => [name, date, amount])).toEqual([
    ['Moved', at(1), 5],
    ['Solo', at(6), null],
    ['Example', at(10), 20],
  ])
  // 20 of Example and 5 of Moved.
  expect(now.totals).toMatchObject({
    rounds: 3,
    amount: 25,
    byCategoryGroup: { 'AI, Analytics & Data': { rounds: 1, amount: 5 } },
  })
  const before = await list(`?asOf=${NOW_SEC + 30}`)
  expect(before.raises.map(({ name }) => name)).toEqual(['Solo', 'Example', 'Moved', 'Gone'])
})

test('behavior: a store without raises has none', async () => {
  expect(await list('?asOf=2020-01-01')).toEqual({
    raises: [],
    totals: { rounds: 0, amount: null, byCategoryGroup: {} },
  })
})

test('error: 400 when asOf is no time', async () => {
  expect(await app.get('/api/raises?asOf=yesterday', { pro: true })).toMatchObject({
    status: 400,
    body: { error: 'invalid_parameter' },
  })
})
