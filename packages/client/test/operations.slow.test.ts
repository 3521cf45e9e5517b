import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkResponse } from '../../../test/support/response-schema.ts'
import { TEST_KEY, TestApp } from '../../../test/support/test-app.ts'
import { OPERATIONS } from '../src/generated/operations.ts'
import { type Client, createClient, type OperationId } from '../src/index.ts'
import { EXAMPLES } from './generated/examples.ts'

let app: TestApp
let baseUrl: string
let client: Client
beforeAll(async () => {
  app = await TestApp.start({ ALMANAC_DEMO: 'auto' })
  baseUrl = `http://127.0.0.1:${await app.listen()}`
  client = createClient({ baseUrl, key: TEST_KEY })
})
afterAll(() => app.stop())

test.each(Object.keys(OPERATIONS) as OperationId[])(
  'behavior: %s answers what its schema says',
  async (id) => {
    // The types of all examples are checked where they are declared.
    const ask = client.answer as (
      id: OperationId,
      given: object,
    ) => Promise<{ data: unknown; url: string }>
    const { data, url } = await ask(id, EXAMPLES[id])
    const { method, roots } = OPERATIONS[id]
    checkResponse(method, url.slice(baseUrl.length), data)
    expect(JSON.stringify(data).length).toBeGreaterThan(2)
    if ('pro' in roots) expect(new URL(url).pathname.startsWith(roots.pro)).toBe(true)
  },
)

test('behavior: methods are typed by parameters and answers', async () => {
  const coins = 'aggregator:bitcoin'
  const { coins: prices } = await client.coins.getCurrentPrices({ coins })
  const price: number | undefined = prices[coins]?.price
  expect(price).toBeGreaterThan(0)
  const chains = await client.tvl.listChains()
  const tvl: number | undefined = chains[0]?.tvl
  expect(tvl).toBeGreaterThan(0)
  // @ts-expect-error there is no such parameter
  await client.tvl.listChains({ chain: 'ethereum' })
  // @ts-expect-error there is no such metric
  const wrong = client.dimensions.getMetric({ metric: 'dex' })
  await expect(wrong).rejects.toMatchObject({ status: 404, code: 'not_found' })
})

test('behavior: a key that is not known is a typed error', async () => {
  const stranger = createClient({ baseUrl, key: 'wrong' })
  await expect(stranger.raises.listRaises()).rejects.toMatchObject({
    ...{ name: 'AlmanacApiError', status: 401, code: 'invalid_key' },
  })
})
