import { afterEach, expect, test } from 'vitest'
import { type Checkout, makeCheckout } from '../../../../test/support/adapters/checkout.ts'
import { AT_SEC, hostFile } from '../../../../test/support/adapters/host-for-tests.ts'

let checkout: Checkout | undefined
afterEach(() => checkout?.remove())

async function host(files: Record<string, string>, run: Parameters<typeof hostFile>[2] = {}) {
  checkout = await makeCheckout(files)
  return hostFile(checkout, Object.keys(files)[0] ?? '', run)
}

test('default: modules of the language, with imports without endings, JSON and CommonJS beside them', async () => {
  const { parts } = await host({
    'one.mjs': `import { x } from './lib'
import settings from './settings.json'
import old from './old/'
export const ethereum = { tvl: async () => ({ tether: x + settings.y + old.z }) }
await null`,
    'lib.mjs': 'export const x = 1',
    'settings.json': '{ "y": 2 }',
    'old/index.js': 'module.exports = { z: 4 }',
  })
  expect(parts[0]?.value).toEqual({ tether: 7 })
})

test('behavior: TypeScript imports CommonJS and back', async () => {
  const { parts } = await host({
    'one.ts': `import helper, { twice } from './helper'
const late = require('./late') as { three: number }
export default { ethereum: { tvl: async (): Promise<Record<string, number>> => ({ tether: twice(helper.one) + late.three }) } }`,
    'helper.js': 'module.exports = { one: 1, twice: (n) => n * 2 }',
    'late.ts': 'export const three: number = 3',
  })
  expect(parts[0]?.value).toEqual({ tether: 5 })
})

test('behavior: traces name the lines of the TypeScript file', async () => {
  const { parts } = await host({
    'one.ts': `import { SomeType } from './types'
enum Level { Low }

const where = (): string => new Error('here').stack ?? ''
export default { ethereum: { tvl: async (_: SomeType) => ({ [where()]: 1 }) } }`,
    'types.ts': 'export type SomeType = string',
  })
  expect(Object.keys(parts[0]?.value ?? {})[0]).toMatch(/one\.ts:4:/)
})

test('error: TypeScript that is not valid is named with its line', async () => {
  await expect(host({ 'one.ts': 'const a = 1\nconst = {' })).rejects.toThrow(/one\.ts:2/)
})

test('behavior: sections may be promises of functions', async () => {
  const stable = `const minted = async (n) => async (api, block, blocks) => ({ peggedUSD: n + blocks.ethereum })
module.exports = { ethereum: { minted: minted(5), unreleased: async () => ({ peggedUSD: 1 }) } }`
  const { parts } = await host({ 'one.js': stable }, { job: { kind: 'stablecoin' } })
  expect(parts.map(({ section, value }) => [section, value])).toEqual([
    ['minted', { peggedUSD: 105 }],
    ['unreleased', { peggedUSD: 1 }],
  ])
})

test('behavior: the first version of dimension modules is told the last second, the blocks, the options', async () => {
  const module = `const fetch = async (timestamp, blocks, options) => ({ dailyVolume: timestamp, seen: [blocks.ethereum, options.dateString, options.preFetchedResults, await options.getFromBlock()] })
module.exports = { version: 1, fetch, chains: ['ethereum'], prefetch: async () => 'before' }`
  const { parts } = await host({ 'one.js': module }, { job: { kind: 'dimension' } })
  // Blocks 91 to 100 are the range; 1,699,999,999 is in 2023-11-14.
  expect(parts[0]?.value).toEqual({
    dailyVolume: AT_SEC - 1,
    seen: [100, '2023-11-14', 'before', 91],
  })
})

test('behavior: yields are asked with the time, unlock sections settled, bridges built', async () => {
  const yields = await host(
    { 'one.js': 'module.exports = { apy: async (time) => [{ pool: time }] }' },
    { job: { kind: 'yield' } },
  )
  expect(yields.parts[0]?.value).toEqual([{ pool: AT_SEC }])
  const cliff = `{ type: 'cliff', start: 1, amount: 2 }`
  const emission = `module.exports = { meta: { token: 'x' }, categories: {}, Team: [async (backfill) => [${cliff}], ${cliff}],
Staff: { components: [{ id: 'a', fetch: async () => [${cliff}] }] }, documented: { replaces: ['Team'], Board: () => (${cliff}) } }`
  const unlocks = await host({ 'one.js': emission }, { job: { kind: 'emission' } })
  const made = { type: 'cliff', start: 1, amount: 2 }
  expect(unlocks.parts).toEqual([
    { chain: '', section: 'Team', version: '', value: [[made], made] },
    {
      chain: '',
      section: 'Staff',
      version: '',
      value: { components: [{ id: 'a', fetch: undefined, results: [made] }] },
    },
    { chain: '', section: 'Board', version: 'documented', value: made },
  ])
  const bridge =
    'module.exports = { isAsync: true, build: async () => ({ ethereum: async (from, to) => [{ amount: BigInt(to - from) }] }) }'
  const transfers = await host({ 'one.js': bridge }, { job: { kind: 'bridge' } })
  // 100 − 91
  expect(transfers.parts[0]?.value).toEqual([{ amount: 9n }])
})

test('behavior: a host on the list is reached, and where it leads to only if that is on the list too', async () => {
  const asked: string[] = []
  const fetched = async (input: unknown) => {
    asked.push(String(input))
    return String(input).includes('/away')
      ? new Response(null, { status: 302, headers: { location: 'https://elsewhere.example/x' } })
      : new Response('{"n":3}', { headers: { 'content-type': 'application/json' } })
  }
  const module = `const https = require('https')
const get = (url) => new Promise((ok, no) => https.get(url, (r) => { let t = ''; r.on('data', (d) => t += d).on('end', () => ok(JSON.parse(t).n)) }).on('error', no))
module.exports = { ethereum: { tvl: async () => ({ a: (await (await fetch('https://good.example/n')).json()).n, b: await get('https://good.example/n?x=1'), c: (await fetch('https://good.example/away')).status }) } }`
  const { parts } = await host(
    { 'one.js': module },
    { allowedHosts: ['good.example'], fetch: fetched as typeof fetch },
  )
  expect(parts[0]?.value).toEqual({ a: 3, b: 3, c: 403 })
  expect(asked).toEqual([
    'https://good.example/n',
    'https://good.example/n?x=1',
    'https://good.example/away',
  ])
})

test('error: an SDK that is requested must be there', async () => {
  await expect(
    host(
      { 'one.js': 'module.exports = { ethereum: { tvl: () => ({}) } }' },
      { job: { sdk: '@collection/sdk' } },
    ),
  ).rejects.toThrow(/the package @collection\/sdk is not installed in .* or exports no ChainApi/)
})
