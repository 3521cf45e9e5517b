import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { bodyOf } from '../facts-for-tests.ts'
import { putMarket } from '../market-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putMarket(app)
})

afterAll(() => app.stop())

test('default: the row of the list, with description, valuation and concentration', async () => {
  const body = await bodyOf<Record<string, unknown>>(app, '/equities/v1/sector?sector=technology')
  const { description, valuation, concentration, ...row } = body
  const [inList] = await bodyOf<unknown[]>(app, '/equities/v1/sectors')
  expect(row).toEqual(inList)
  expect(description).toBe('Machines and programs.')
  expect(valuation).toMatchObject({
    trailingPE: 20,
    earningsYield: 5,
    priceToBook: null,
    medianTrailingPE: 20,
    medianPriceToRevenue: 5.5,
    medianDividendYield: null,
  })
  // 62.5² + 37.5².
  expect(concentration).toEqual({
    top10MarketCapShare: 100,
    hhi: 5_312.5,
    megaCapCount: 0,
    megaCapThreshold: 200e9,
    medianMarketCap: 4_000,
  })
})

test.each(['Technology', 'TECHNOLOGY', '%20technology%20'])(
  'behavior: %s by label or slug, any case',
  async (sector) => {
    expect(await bodyOf(app, `/equities/v1/sector?sector=${sector}`)).toEqual(
      await bodyOf(app, '/equities/v1/sector?sector=technology'),
    )
  },
)

test('behavior: Unknown can be requested', async () => {
  expect(await bodyOf(app, '/equities/v1/sector?sector=unknown')).toMatchObject({
    sector: 'Unknown',
    description: null,
    marketCap: 500,
  })
})

test.each(['', '?sector=', '?sector=nothing', '?sector=%00'])(
  'error: 400 for %j',
  async (query) => {
    expect(await app.get(`/equities/v1/sector${query}`, { pro: true })).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter', message: expect.stringContaining('`sector`') },
    })
  },
)

test('error: the message names the sectors', async () => {
  expect((await app.get('/equities/v1/sector?sector=nothing', { pro: true })).body).toMatchObject({
    message: 'Parameter `sector` must be one of technology, energy, unknown, not "nothing".',
  })
})
