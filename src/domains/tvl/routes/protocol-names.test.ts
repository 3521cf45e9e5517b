import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_KEY, TestApp } from '../../../../test/support/test-app.ts'
import { protocols } from '../../registry/public.ts'
import { tvlRecords, tvlTokens } from '../facts.ts'
import { at, bodyOf, protocolRow, record, tokenRecord } from '../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [
    protocolRow({ id: 'parent#pool', name: 'Pool Finance', previousNames: ['Puddle'] }),
    protocolRow({
      id: '1',
      name: "Pool's V1.5 (Beta)",
      parent: 'parent#pool',
      previousNames: ['Puddle V1', 'Pond One'],
    }),
  ])
  await app.put(tvlRecords, record('1', at(0, 11), { ethereum: 5 }))
  await app.put(tvlTokens, tokenRecord('1', at(0, 11), { 'ethereum:0xa WETH': [1, 5] }))
})

afterAll(() => app.stop())

// The key is of the path or of a header; the new path is resolved as a client would.
async function follow(path: string, pro = false): Promise<string> {
  const { status, headers, body } = await app.get(path, { pro })
  expect(status).toBe(308)
  const location = String(headers.location)
  expect(`${location} ${JSON.stringify(body)}`).not.toContain(TEST_KEY)
  const { pathname, search } = new URL(location, `http://almanac${path}`)
  return `${pathname}${search}`
}

const NEW = encodeURIComponent('pools-v1.5-(beta)')

test.each([
  ['default', '/protocol/puddle-v1', false, `/protocol/${NEW}`],
  [
    'behavior: any of its previous names, in any case',
    '/protocol/Pond%20ONE',
    false,
    `/protocol/${NEW}`,
  ],
  [
    'behavior: the query is kept',
    '/protocol/puddle-v1?start=1&fields=name,tvl',
    false,
    `/protocol/${NEW}?start=1&fields=name,tvl`,
  ],
  ['behavior: of a parent', '/tvl/puddle', false, '/tvl/pool'],
  ['behavior: on the pro root', '/api/tvl/puddle-v1', true, `/api/tvl/${NEW}`],
  [
    'behavior: in the middle of a path',
    `/api/inflows/puddle-v1/${at(0)}?end=${at(0, 11)}`,
    true,
    `/api/inflows/${NEW}/${at(0)}?end=${at(0, 11)}`,
  ],
  [
    'behavior: the key in the path stays',
    `/${TEST_KEY}/api/protocol/puddle-v1?start=1`,
    false,
    `/${TEST_KEY}/api/protocol/${NEW}?start=1`,
  ],
  [
    'behavior: both',
    `/${TEST_KEY}/api/inflows/puddle-v1/${at(0)}`,
    false,
    `/${TEST_KEY}/api/inflows/${NEW}/${at(0)}`,
  ],
])('%s: 308 from a previous slug to the present one', async (_, path, pro, expected) => {
  const target = await follow(path, pro)
  expect(decodeURIComponent(target)).toBe(decodeURIComponent(expected))
  await bodyOf(app, target, { pro })
})

test.each([
  ['its slug', 'pools-v1.5-(beta)'],
  ['its name', "Pool's%20V1.5%20(Beta)"],
])('behavior: found by %s', async (_, name) => {
  expect(await bodyOf(app, `/tvl/${name}`)).toBe(5)
})

test.each([
  ['its slug', 'pool'],
  ['its id', 'parent%23pool'],
])('behavior: a parent is found by %s on every endpoint', async (_, name) => {
  expect(await bodyOf(app, `/tvl/${name}`)).toBe(5)
  expect(await bodyOf(app, `/protocol/${name}?fields=id`)).toEqual({ id: 'parent#pool' })
  expect(await bodyOf(app, `/api/inflows/${name}/${at(0)}`, { pro: true })).toMatchObject({
    netflow: 0,
  })
})

test.each(['/protocol/poool', '/tvl/poool', `/api/inflows/poool/${at(0)}`])(
  'error: 404 with near names on %s',
  async (path) => {
    const { status, body } = await app.get(path, { pro: path.startsWith('/api') })
    expect(status).toBe(404)
    expect(body).toMatchObject({
      error: 'not_found',
      status: 404,
      suggestions: ['pool'],
      requestId: expect.any(String),
    })
  },
)
