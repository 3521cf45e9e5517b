import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { prices, supplies } from '../../domains/coins/facts.ts'
import { preIpoCompanies } from '../../domains/pre-ipo/facts.ts'
import { tokens } from '../../domains/registry/facts.ts'

const ONLY = 'kind=coin,privateCompany'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
  const names = ['alder', 'birch', 'cedar', 'elm']
  await app.put(
    tokens,
    names.map((name) => ({ coin: `aggregator:${name}`, symbol: name.slice(0, 3), name })),
  )
  // Market caps of 20, 300 and 20; of the elm no price is known.
  const figures = { alder: [2, 10], birch: [3, 100], cedar: [4, 5] } as const
  for (const [name, [priceUsd, circulating]] of Object.entries(figures)) {
    const place = { coin: `aggregator:${name}`, atSec: NOW_SEC - 60 }
    await app.put(prices, [{ ...place, priceUsd }])
    await app.put(supplies, [{ ...place, circulating }])
  }
  await app.put(preIpoCompanies, [{ company: 'dogwood', rank: 1, name: 'dogwood' }])
})
afterAll(() => app.stop())

const namesOf = (body: unknown) =>
  (body as { entries: { name: string }[] }).entries.map(({ name }) => name)

test('default: the largest first, equal ones by name, those without a size last', async () => {
  const { body, headers } = await app.get(`/meta/index?${ONLY}`)
  expect(namesOf(body)).toEqual(['birch', 'alder', 'cedar', 'dogwood', 'elm'])
  expect((body as { entries: object[] }).entries[0]).toEqual({
    ...{ kind: 'coin', id: 'aggregator:birch', name: 'birch', symbol: 'bir', root: 'free' },
    ...{ path: '/prices/current/aggregator%3Abirch', sizeUsd: 300 },
  })
  expect(headers.link).toBeUndefined()
})

test.each([1, 2, 3])('behavior: pages of %i hold each once, in order', async (limit) => {
  const seen: string[] = []
  let next: string | undefined = `?${ONLY}&limit=${limit}`
  while (next !== undefined) {
    const { body, headers } = await app.get(`/meta/index${next}`)
    expect(namesOf(body).length).toBeLessThanOrEqual(limit)
    seen.push(...namesOf(body))
    next = /^<(.*)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1]
  }
  expect(seen).toEqual(['birch', 'alder', 'cedar', 'dogwood', 'elm'])
})

test('behavior: kinds and chains that the service knows of itself', async () => {
  const { body } = await app.get('/meta/index?kind=chain&limit=1000')
  expect(namesOf(body)).toContain('Ethereum')
})

test('behavior: nothing new is 304, and something new is not', async () => {
  const first = await app.get(`/meta/index?${ONLY}`)
  const known = { 'if-none-match': String(first.headers.etag) }
  expect((await app.get(`/meta/index?${ONLY}`, { headers: known })).status).toBe(304)
  await app.put(tokens, [{ coin: 'aggregator:fir', symbol: 'fir', name: 'fir' }])
  const next = await app.get(`/meta/index?${ONLY}`, { headers: known })
  expect([next.status, namesOf(next.body).at(-1)]).toEqual([200, 'fir'])
})

test.each(['kind=planet', 'limit=0', 'limit=1001', 'cursor=abc', 'cursor=WzEsMiwzLDRd'])(
  'error: 400 for %s',
  async (query) => {
    expect((await app.get(`/meta/index?${query}`)).status).toBe(400)
  },
)
