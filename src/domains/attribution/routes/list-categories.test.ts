import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { protocolRow } from '../../registry/protocol-row.ts'
import { protocols } from '../../registry/public.ts'
import { tvlRecords } from '../../tvl/public.ts'
import { at, bodyOf, D0, D1, D2, D3, NEWEST, record, startWorld } from '../world-for-tests.ts'
import { listCategories } from './list-categories.ts'

const URL = '/api/categories'
let app: TestApp

beforeAll(async () => {
  app = await startWorld()
})

afterAll(() => app.stop())

interface Body {
  chart: Record<string, Record<string, { tvl: number | null }>>
  categories: Record<string, string[]>
  categoryPercentages: Record<string, number>
}

// Bridge Five is silent since D3 and keeps its value; Gone Nine is dead and does not.
const BRIDGE = { tvl: 5_760 }
const ESTATE = { tvl: 600, doublecounted: 600 }

test('default: every category at every point, with sections and parts where there are any', async () => {
  const { chart } = await bodyOf<Body>(app, listCategories, URL)
  expect(chart).toEqual({
    [D3]: { Bridge: BRIDGE, Dexs: { tvl: 1_000 }, Lending: { tvl: 110 + 30, borrowed: 40 } },
    [D2]: { Bridge: BRIDGE, Dexs: { tvl: 1_000 + 60 }, Lending: { tvl: 220 + 30 }, RWA: ESTATE },
    [D1]: {
      Bridge: BRIDGE,
      Dexs: { tvl: 2_000 + 80 + 7, doublecounted: 7 },
      Lending: { tvl: 440 },
      RWA: ESTATE,
    },
    [D0]: {
      Bridge: BRIDGE,
      Dexs: { tvl: 2_000 + 80 + 7, staking: 300, doublecounted: 7 },
      Lending: { tvl: 440 },
      Others: { tvl: 3 },
      RWA: ESTATE,
    },
    [NEWEST]: {
      Bridge: BRIDGE,
      Dexs: { tvl: 3_000 + 80 + 7, staking: 300, doublecounted: 7 },
      Lending: { tvl: 550, borrowed: 70 },
      Others: { tvl: 3 },
      RWA: ESTATE,
    },
  })
})

test('behavior: slugs of all protocols of a category, largest first, with the dead and the unmeasured; no chain, no exchange', async () => {
  const { categories } = await bodyOf<Body>(app, listCategories, URL)
  expect(categories).toEqual({
    Bridge: ['bridge-five'],
    Dexs: ['swap-two', 'fork-three', 'fork-four'],
    Lending: ['lend-one', 'gone-nine', 'family-v1'],
    Others: ['odd-eight'],
    RWA: ['estate-seven'],
  })
})

test('behavior: percentages of the newest values, which add up to 100', async () => {
  // 550 + 3,087 + 5,760 + 3 + 600 = 10,000.
  const { categoryPercentages } = await bodyOf<Body>(app, listCategories, URL)
  const expected = { Bridge: 57.6, Dexs: 30.87, RWA: 6, Lending: 5.5, Others: 0.03 }
  expect(Object.keys(categoryPercentages)).toEqual(Object.keys(expected))
  for (const [name, percent] of Object.entries(expected))
    expect(categoryPercentages[name]).toBeCloseTo(percent, 10)
})

test('behavior: the last point is what /protocols says of the same protocols', async () => {
  const { chart } = await bodyOf<Body>(app, listCategories, URL)
  const { body } = await app.get('/protocols')
  const shown = (
    body as { tvl: number; category: string | null; deadFrom: number | null }[]
  ).filter(
    ({ category, deadFrom }) => !['Chain', 'CEX'].includes(category ?? '') && deadFrom === null,
  )
  const total = shown.reduce((sum, { tvl }) => sum + tvl, 0)
  expect(total).toBe(10_000)
  expect(Object.values(chart[NEWEST] ?? {}).reduce((sum, { tvl }) => sum + (tvl ?? 0), 0)).toBe(
    total,
  )
})

test('behavior: start and end bound the points, the lists stay', async () => {
  const { chart, categories } = await bodyOf<Body>(
    app,
    listCategories,
    `${URL}?start=${D1}&end=${D0 - 1}`,
  )
  expect(Object.keys(chart)).toEqual([String(D1)])
  expect(Object.keys(categories)).toHaveLength(5)
})

test('error: 400 for a start that cannot be', async () => {
  expect(await app.get(`${URL}?start=soon`, { pro: true })).toMatchObject({
    status: 400,
    body: { error: 'invalid_parameter' },
  })
})

test('behavior: no point at the newest record where no protocol counts any more', async () => {
  await app.stop()
  app = await TestApp.start()
  await app.put(protocols, [
    protocolRow({ id: '1', name: 'Exchange', category: 'CEX' }),
    protocolRow({ id: '2', name: 'Gone', category: 'Dexs', deadFromSec: at(1) }),
  ])
  // The dead one counts on the day of its last record, with the first of that day.
  await app.put(tvlRecords, [
    ...record('1', at(1, 5), { ethereum: 5 }),
    ...record('2', at(3, 1), { ethereum: 10 }),
    ...record('2', at(3, 5), { ethereum: 20 }),
  ])
  const { chart, categoryPercentages } = await bodyOf<Body>(app, listCategories, URL)
  expect([chart, categoryPercentages]).toEqual([{ [D3]: { Dexs: { tvl: 10 } } }, {}])
})
