import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { bodyOf } from '../facts-for-tests.ts'
import { putMarket } from '../market-for-tests.ts'

type Row = Record<string, unknown>

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putMarket(app)
})

afterAll(() => app.stop())

const rows = async (query = '') =>
  (await bodyOf<Row[]>(app, `/equities/v1/industries${query}`)).map(
    ({ industrySlug, sectorSlug, rank, weight, sectorWeight }) => [
      industrySlug,
      sectorSlug,
      rank,
      weight,
      sectorWeight,
    ],
  )

const ALL = [
  ['software', 'technology', 1, 50, 62.5],
  ['services', 'technology', 2, 30, 37.5],
  ['services', 'energy', 3, 15, 100],
  ['unknown', 'unknown', 4, 5, 100],
]

test('default: all industries, largest first', async () => {
  expect(await rows()).toEqual(ALL)
  const body = await bodyOf<Row[]>(app, '/equities/v1/industries')
  expect(body[0]).toMatchObject({
    industry: 'Software',
    trailingPE: 20,
    topHoldings: [{ ticker: 'AAA', sectorWeight: 100 }],
  })
})

test('behavior: with a sector the rank counts within it', async () => {
  expect(await rows('?sector=ENERGY')).toEqual([['services', 'energy', 1, 15, 100]])
  expect(await rows('?sector=technology&industry=services')).toEqual([
    ['services', 'technology', 2, 30, 37.5],
  ])
})

test('behavior: an industry alone keeps its rank in the market, and may be in two sectors', async () => {
  expect(await rows('?industry=Services')).toEqual(ALL.slice(1, 3))
  expect(await rows('?sector=&industry=')).toEqual(ALL)
})

test.each(['?sector=nothing', '?industry=nothing', '?sector=energy&industry=software'])(
  'behavior: %s is an empty list',
  async (query) => {
    expect(await rows(query)).toEqual([])
  },
)
