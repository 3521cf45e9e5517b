import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { fillSmallWorld } from '../../../test/support/small-world.ts'
import { TestApp } from '../../../test/support/test-app.ts'
import { protocols } from '../../domains/registry/facts.ts'
import { DEMO_SOURCE } from '../../runs/remove-demo.ts'
import { commitRun } from '../../runs/run.ts'
import { createKeyFinder } from '../roots.ts'
import { defineRoute } from '../route.ts'

const declared = {
  summary: '',
  describe: '',
  response: Type.Null(),
  example: null,
  reads: [],
  handler: async () => null,
}
const findKey = createKeyFinder([
  defineRoute({ ...declared, id: 'a', paths: { free: '/protocols', pro: '/api/protocols' } }),
  defineRoute({ ...declared, id: 'b', paths: { pro: '/usage/APIKEY' } }),
])

describe('the key in a path', () => {
  test.each([
    ['/protocols', '/protocols', undefined],
    ['/protocols?a=/api/x', '/protocols?a=/api/x', undefined],
    ['/api/protocols', '/api/protocols', undefined],
    ['/secret/api/protocols', '/api/protocols', 'secret'],
    ['/secret/api/protocols?a=b', '/api/protocols?a=b', 'secret'],
    ['/se%20cret/api', '/api', 'se cret'],
    ['/se%zzcret/api', '/api', 'se%zzcret'],
    ['/secret/protocols', '/secret/protocols', undefined],
    ['/docs/api', '/docs/api', undefined],
    ['//api/protocols', '//api/protocols', undefined],
    ['/', '/', undefined],
    ['', '', undefined],
    ['/usage', '/usage/APIKEY', undefined],
    ['/usage?x=1', '/usage/APIKEY?x=1', undefined],
    ['/usage/APIKEY', '/usage/APIKEY', undefined],
    ['/usage/secret', '/usage/APIKEY', 'secret'],
    ['/usage/secret/?x=1', '/usage/APIKEY?x=1', 'secret'],
    ['/secret/usage', '/usage/APIKEY', 'secret'],
    ['/secret/usage/APIKEY', '/usage/APIKEY', 'secret'],
    ['/secret/usage/secret', '/usage/APIKEY', 'secret'],
    ['/usage/secret/more', '/usage/secret/more', undefined],
    ['/usages', '/usages', undefined],
  ])('behavior: %s is %s with the key %s', (url, path, key) => {
    expect(findKey(url)).toEqual({ url: path, key })
  })
})

test('behavior: a root with a host of its own answers only there', async () => {
  const app = await TestApp.start({ ALMANAC_FREE_HOST: 'free.test', ALMANAC_PRO_HOST: 'Pro.test' })
  await fillSmallWorld(app)
  const at = async (url: string, host: string) =>
    (await app.get(url, { pro: true, headers: { host } })).status
  const statuses = {
    freeOnFree: await at('/protocols', 'free.test'),
    freeOnFreeWithPort: await at('/protocols', 'FREE.test:8080'),
    freeOnPro: await at('/protocols', 'pro.test'),
    freeElsewhere: await at('/protocols', 'localhost:3000'),
    proOnPro: await at('/api/protocols', 'pro.test'),
    proOnFree: await at('/api/protocols', 'free.test'),
    healthAnywhere: await at('/health', 'anything.test'),
  }
  await app.stop()
  expect(statuses).toEqual({
    freeOnFree: 200,
    freeOnFreeWithPort: 200,
    freeOnPro: 404,
    freeElsewhere: 404,
    proOnPro: 200,
    proOnFree: 404,
    healthAnywhere: 200,
  })
})

describe('client addresses', () => {
  /** Statuses of three calls under a limit of one, each naming another client. */
  async function statuses(environment: Record<string, string>): Promise<number[]> {
    const app = await TestApp.start({ ...environment, ALMANAC_FREE_RATE: '1' })
    const responses: number[] = []
    for (const client of ['192.0.2.1', '192.0.2.2', '192.0.2.1']) {
      responses.push(
        (await app.get('/v2/chains', { headers: { 'x-forwarded-for': client } })).status,
      )
    }
    await app.stop()
    return responses
  }

  test('default: what a caller says about its address is not believed', async () => {
    expect(await statuses({})).toEqual([200, 429, 429])
  })

  test.each(['on', '1', '127.0.0.1'])(
    'behavior: ALMANAC_TRUST_PROXY=%s believes the proxy',
    async (trust) => {
      expect(await statuses({ ALMANAC_TRUST_PROXY: trust })).toEqual([200, 200, 429])
    },
  )

  test('behavior: a proxy that is not listed is not believed', async () => {
    expect(await statuses({ ALMANAC_TRUST_PROXY: '10.0.0.0/8' })).toEqual([200, 429, 429])
  })

  test('behavior: behind a trusted proxy the asked host is the one it names', async () => {
    const app = await TestApp.start({ ALMANAC_TRUST_PROXY: 'on', ALMANAC_FREE_HOST: 'free.test' })
    const response = await app.get('/v2/chains', {
      headers: { host: 'inner:3000', 'x-forwarded-host': 'free.test' },
    })
    await app.stop()
    expect(response.status).toBe(200)
  })
})

test('behavior: X-Data-Source names the demo world, and only it', async () => {
  const plain = await TestApp.start()
  const none = (await plain.get('/v2/chains')).headers
  await plain.stop()
  const demo = await TestApp.open()
  // One row of the demo world is enough to make everything that is served synthetic.
  await commitRun(demo.app.store, { source: DEMO_SOURCE, clock: demo.app.clock }, async (stage) => {
    await stage.insertRows(protocols, [{ id: '1', name: 'Made Up' }])
    return { accepted: 1, rejected: 0, held: 0 }
  })
  await demo.app.start()
  const responses = [await demo.get('/v2/chains'), await demo.get('/api/protocols', { pro: true })]
  const { etag } = responses[0]?.headers ?? {}
  responses.push(await demo.get('/v2/chains', { headers: { 'if-none-match': String(etag) } }))
  await demo.stop()
  expect(none).not.toHaveProperty('x-data-source')
  expect(responses.map((response) => [response.status, response.headers['x-data-source']])).toEqual(
    [
      [200, 'demo'],
      [200, 'demo'],
      [304, 'demo'],
    ],
  )
})
