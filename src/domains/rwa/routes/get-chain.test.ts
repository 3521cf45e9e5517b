import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { rwaAssets, rwaSupply } from '../facts.ts'
import { asset, at, bodyOf, putSmallWorld, supply } from '../facts-for-tests.ts'
import { getChain, listCurrent } from './list-current.ts'

interface Body {
  data: { id: string }[]
}

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
  await app.put(rwaAssets, [asset({ id: 'gone' })])
  await app.put(rwaSupply, [supply('gone', 'celo', at(60), 5)])
})

afterAll(() => app.stop())

test('default: the assets of the chain as /rwa/current has them, the largest there first', async () => {
  const { data } = await bodyOf<Body>(app, getChain, '/rwa/chain/Base')
  // The fund has 25 there; gold has no price.
  expect(data.map(({ id }) => id)).toEqual(['hbf', 'gold'])
  const all = await bodyOf<Body['data']>(app, listCurrent, '/rwa/current')
  expect(data[0]).toEqual(all.find(({ id }) => id === 'hbf'))
  const { data: ethereum } = await bodyOf<Body>(app, getChain, '/rwa/chain/Ethereum')
  // 990, 325, 300, 100.
  expect(ethereum.map(({ id }) => id)).toEqual(['usd', 'hbf', 'vote', 'whbf'])
})

test.each(['base', 'BASE', '8453', 'bAsE'])('behavior: found as %s', async (name) => {
  expect((await bodyOf<Body>(app, getChain, `/rwa/chain/${name}`)).data.length).toBe(2)
})

test.each(['My%20Chain', 'my-chain', 'MYCHAIN'])(
  'behavior: a chain that only the facts know, found as %s',
  async (name) => {
    expect(await bodyOf(app, getChain, `/rwa/chain/${name}`)).toMatchObject({
      data: [{ id: 'both' }],
    })
  },
)

test('behavior: a chain whose assets are gone has none', async () => {
  expect(await bodyOf(app, getChain, '/rwa/chain/Celo')).toEqual({ data: [] })
})

test.each([
  ['Etherium', ['Ethereum']],
  ['__proto__', undefined],
  ['%20', undefined],
])('error: 404 or 400 when nothing is called %s', async (name, suggestions) => {
  const response = await app.get(`/rwa/chain/${name}`, { pro: true })
  expect(response.status).toBe(name === '%20' ? 400 : 404)
  if (suggestions !== undefined)
    expect(response).toMatchObject({ body: { error: 'not_found', suggestions } })
})

test('error: 404 when the chain never had an asset', async () => {
  expect(await app.get('/rwa/chain/Solana', { pro: true })).toMatchObject({
    status: 404,
    body: { message: 'Solana has no real world asset. GET /rwa/list lists the chains that have.' },
  })
})
