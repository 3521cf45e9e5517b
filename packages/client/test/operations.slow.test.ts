import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkResponse } from '../../../test/support/response-schema.ts'
import { TEST_KEY, TestApp } from '../../../test/support/test-app.ts'
import { OPERATIONS } from '../src/generated/operations.ts'
import {
  type AlmanacApiError,
  type ApiResponse,
  type Client,
  createClient,
  type OperationId,
} from '../src/index.ts'
import { EXAMPLES, MAY_BE_REFUSED, NOT_JSON } from './generated/examples.ts'

let app: TestApp
let baseUrl: string
let client: Client
beforeAll(async () => {
  app = await TestApp.startDemo()
  baseUrl = `http://127.0.0.1:${await app.listen()}`
  client = createClient({ baseUrl, key: TEST_KEY })
})
afterAll(() => app.stop())

const ids = Object.keys(OPERATIONS) as OperationId[]
const answered = ids.filter((id) => ![...MAY_BE_REFUSED, ...NOT_JSON].includes(id))
// The types of all examples are checked where they are declared.
const askExample = (id: OperationId) => {
  const ask = client.answer as (name: string, given: object) => Promise<ApiResponse<unknown>>
  return ask(id, EXAMPLES[id])
}

test.each(answered)('behavior: %s answers what its schema says', async (id) => {
  const { data, url } = await askExample(id)
  const { method, roots } = OPERATIONS[id]
  checkResponse(method, url.slice(baseUrl.length), data)
  expect(JSON.stringify(data).length).toBeGreaterThan(2)
  if ('pro' in roots) expect(new URL(url).pathname.startsWith(roots.pro)).toBe(true)
})

test('behavior: operations of operators are reached, and refuse this key', async () => {
  for (const id of MAY_BE_REFUSED.filter((name) => !NOT_JSON.includes(name))) {
    const status = await askExample(id).then(
      () => 200,
      (error: unknown) => (error as AlmanacApiError).status,
    )
    expect([200, 403], id).toContain(status)
  }
})

test('behavior: responses that are not JSON come as they are', async () => {
  const open = client.response as (name: string, given: object) => Promise<Response>
  for (const id of NOT_JSON) {
    const { ok, headers, body } = await open(id, EXAMPLES[id])
    expect(ok, id).toBe(true)
    expect(headers.get('content-type'), id).not.toContain('json')
    await body?.cancel()
  }
})

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

test('behavior: rows of all pages are the rows of the whole list, each once', async () => {
  const namesOf = (rows: readonly object[]) => rows.map((row) => (row as { name: string }).name)
  const whole = namesOf(await client.tvl.listProtocols({ sort: 'name', order: 'asc' }))
  const paged: object[] = []
  const asked = client.rows('listProtocols', { sort: 'name', order: 'asc', limit: 10 })
  for await (const row of asked) paged.push(row)
  expect(whole.length, 'more than three pages').toBeGreaterThan(30)
  expect(namesOf(paged)).toEqual(whole)
})
