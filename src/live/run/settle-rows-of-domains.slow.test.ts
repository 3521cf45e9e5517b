import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { loadPriceBook } from '../../domains/coins/public.ts'
import { domains } from '../../domains/index.ts'
import { protocolHallmarks, protocols } from '../../domains/registry/public.ts'
import { dayStart } from '../../lib/clock.ts'
import { identifiers, sql } from '../../lib/sql.ts'
import { normalized } from '../../runs/import/columns/conversions.ts'
import { commitRows } from '../../runs/run.ts'
import { wantedPrices } from '../../sources/model/amounts.ts'
import { nothingSeen, type Observations } from '../../sources/model/observations.ts'
import { type Fact, sourceColumns } from '../../store/fact.ts'
import { tableOf } from '../../store/tables.ts'
import { type SettledRows, settleRows } from './settle-rows.ts'

const TOKEN = `base:0x${'ab'.repeat(20)}`
const YESTERDAY = dayStart(NOW_SEC) - 86_400
let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [{ id: '7', name: 'Example Swap', category: 'Dexs' }])
})
afterAll(() => app.stop())

/** Something of every kind, all of it in a token of 6 decimals at 2 USD. */
function everything(): Observations {
  const amount = { coin: TOKEN, raw: 5_000_000n }
  const place = { protocol: '7', chain: 'Base' }
  const figure = { metric: 'dexs', dataType: 'dailyVolume', label: '' }
  return {
    ...nothingSeen(),
    hallmarks: [{ protocol: '7', onSec: YESTERDAY, event: 'Opens on Base' }],
    tokens: [
      { coin: TOKEN.toUpperCase().replace('BASE:0X', 'base:0x'), symbol: 'TOK', decimals: 6 },
    ],
    prices: [YESTERDAY, NOW_SEC].map((atSec) => ({
      coin: TOKEN,
      atSec,
      priceUsd: 2,
      confidence: 0.9,
    })),
    blocks: [{ chain: 'Base', atSec: NOW_SEC - 5, height: 123 }],
    holdings: [{ ...place, section: 'tvl', amount, atSec: NOW_SEC }],
    flows: [{ ...place, ...figure, version: '', amount, atSec: YESTERDAY }],
    methods: [{ protocol: '7', ...figure, methodology: 'Both sides of swaps.' }],
    pools: [
      {
        ...{
          pool: '0xpool',
          project: 'example-swap',
          chain: 'Base',
          symbol: 'TOK',
          poolMeta: null,
          url: null,
          atSec: NOW_SEC,
        },
        ...{
          underlyingTokens: [TOKEN],
          rewardTokens: [],
          held: [{ coin: TOKEN, raw: 50_000_000_000n }],
          apyPct: null,
          apyBasePct: 4,
        },
        ...{
          apyRewardPct: null,
          volume1d: null,
          volume7d: null,
          pricePerShare: null,
          kind: 'lending' as const,
        },
        lending: {
          ...{
            supplied: [amount],
            borrowed: [amount],
            debtCeilingUsd: null,
            apyBaseBorrowPct: 6,
            apyRewardBorrowPct: null,
          },
          ...{ ltv: 0.5, borrowable: true, mintedCoin: null, borrowFactor: null },
        },
      },
    ],
    stakingRates: [
      {
        coin: TOKEN,
        name: 'T',
        symbol: 'TOK',
        type: null,
        expectedRate: 1,
        marketRate: null,
        fee: null,
        pool: '0xpool',
        atSec: NOW_SEC,
      },
    ],
    supplies: [
      {
        asset: '1',
        chain: 'Base',
        minted: 5,
        unreleased: 0,
        bridgedFrom: [{ chain: 'Ethereum', amount: 2 }],
        atSec: NOW_SEC,
      },
    ],
    transfers: [
      {
        ...{
          bridge: 1,
          chain: 'Base',
          txHash: '0xAA',
          logIndex: 0,
          block: 123,
          from: '0xA',
          to: '0xB',
        },
        ...{ amount, isDeposit: true, sourceChain: null, atSec: NOW_SEC },
      },
    ],
    schedules: [
      {
        protocol: 'Example Swap',
        schedule: {
          name: 'Example',
          token: TOKEN,
          sections: [
            {
              label: 'Team',
              category: 'insiders',
              unlocks: [{ type: 'cliff', at: '2024-01-01', amount: 5 }],
            },
          ],
        },
      },
    ],
  }
}

async function store(seen: Observations): Promise<SettledRows> {
  let settled: SettledRows | undefined
  const { store: facts, clock } = app.app
  const prices = await loadPriceBook(facts.snapshot(), wantedPrices(seen, NOW_SEC), seen)
  const rows = domains.flatMap(({ observe }) => observe?.(seen, prices) ?? [])
  await commitRows(facts, { source: 'test', clock }, async () => {
    settled = await settleRows(facts, rows)
    return settled
  })
  return settled as unknown as SettledRows
}

test('default: whatever was seen passes the checks of its facts and is served', async () => {
  // 1 event, 1 token, 2 prices, 1 block, 2 of TVL, 1 day, 1 method, 3 of the pool, 1 rate, 2 of
  // supply, 1 transfer, 1 schedule.
  expect(await store(everything())).toMatchObject({
    counts: { accepted: 17, rejected: 0, held: 0 },
    problems: [],
  })
  // 5 tokens at 2 USD.
  expect((await app.get('/tvl/example-swap')).body).toBe(10)
  expect((await app.get(`/prices/current/${TOKEN}`)).body).toMatchObject({
    coins: { [TOKEN]: { symbol: 'TOK', decimals: 6, price: 2 } },
  })
  expect((await app.get('/protocol/example-swap')).body).toMatchObject({
    hallmarks: [[YESTERDAY, 'Opens on Base']],
  })
  expect((await app.get(`/block/base/${NOW_SEC}`)).body).toMatchObject({ height: 123 })
  expect((await app.get('/summary/dexs/example-swap')).body).toMatchObject({ total24h: 10 })
})

test('behavior: the same again writes only what has a time', async () => {
  // Without the event, the token, the method, the pool and the schedule, which say nothing new.
  expect((await store(everything())).counts).toEqual({ accepted: 12, rejected: 0, held: 0 })
})

test('behavior: an event that a person took back stays so, though its source goes on listing it', async () => {
  await app.put(protocolHallmarks, [
    { protocol: '7', onSec: YESTERDAY, event: 'Opens on Base', withdrawn: true },
  ])
  const seen = { ...nothingSeen(), hallmarks: everything().hallmarks }
  expect((await store(seen)).counts).toEqual({ accepted: 0, rejected: 0, held: 0 })
  expect((await app.get('/protocol/example-swap')).body).toMatchObject({ hallmarks: [] })
})

/** The stored rows of a fact as they are and as the spelling of files makes them. */
async function spellings(fact: Fact): Promise<{ stored: unknown[]; spelled: unknown[] }> {
  const columns = identifiers(sourceColumns(fact))
  const rows = sql`SELECT ${columns} FROM ${tableOf(fact)} ORDER BY ALL`
  const spelled = sql`SELECT * FROM (${normalized(fact, sql`SELECT ${columns} FROM ${tableOf(fact)}`, [])}) ORDER BY ALL`
  return {
    stored: await app.app.store.engine.writerQuery(rows),
    spelled: await app.app.store.engine.writerQuery(spelled),
  }
}

test.each(domains.flatMap(({ observe, facts }) => (observe === undefined ? [] : facts)))(
  'behavior: what is made of $name is in the one spelling that files get',
  async (fact) => {
    const { stored, spelled } = await spellings(fact)
    expect(stored).toEqual(spelled)
  },
)
