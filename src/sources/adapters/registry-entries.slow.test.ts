import { afterEach, expect, test } from 'vitest'
import { type Checkout, makeCheckout } from '../../../test/support/adapters/checkout.ts'
import { hostFile } from '../../../test/support/adapters/host-for-tests.ts'
import { adapterOptions } from '../../../test/support/adapters/options.ts'
import type { AdapterOptions } from './adapter-options.ts'
import { openAdapter } from './adapter-source.ts'

let checkout: Checkout | undefined
afterEach(() => checkout?.remove())

/** Entries of one kind in an object, as a TVL collection has them. */
const OBJECT = {
  'registries/pairs.js': `
const entry = (usd, more) => ({ methodology: 'Pairs.', ...more, ethereum: { tvl: async (api) => ({ tether: usd }) } })
module.exports = {
  'swap-v2': entry(5),
  'swap-v3': entry(7, { doublecounted: true }),
  closed: { deadFrom: '2023-01-01' },
}`,
}

/** Lists with a function that makes each entry, as collections of daily figures have them. */
const FACTORY = {
  'factory/pairs.ts': `
const make = (volume: number) => ({ version: 2, adapter: { ethereum: { fetch: async () => ({ dailyVolume: volume }) } } })
const list = (adapters: Record<string, unknown>) => ({
  protocolList: Object.keys(adapters),
  getAdapter: (name: string) => adapters[name],
})
export const { protocolList, getAdapter } = list({ 'my-dex': make(3) })
export const fees = list({ 'my-dex': make(4), other: make(9) })`,
}

async function open(files: Record<string, string>, file: string, more: Partial<AdapterOptions>) {
  checkout = await makeCheckout(files)
  return openAdapter(checkout.path(file), adapterOptions({ protocol: '', ...more }))
}

test('default: an entry of an object of adapters, by its name', async () => {
  const source = await open(OBJECT, 'registries/pairs.js', {
    name: 'swap-v3',
    nodes: new Set(['ethereum']),
  })
  expect(source).toMatchObject({
    id: 'adapter:registries/pairs:swap-v3',
    belongsTo: 'swap-v3',
    chains: ['ethereum'],
    methodology: 'Pairs. What it holds is counted by another protocol too.',
  })
})

test.each([
  ['my-dex', 3, 'my-dex'],
  ['fees:my-dex', 4, 'my-dex'],
  ['fees:other', 9, 'other'],
])('behavior: %s of a module with several lists', async (name, usd, owner) => {
  const source = await open(FACTORY, 'factory/pairs.ts', { name })
  expect(source).toMatchObject({ belongsTo: owner, step: 'day', chains: ['ethereum'] })
  const run = { job: { name, kind: 'dimension' as const } }
  const { parts } = await hostFile(checkout as Checkout, 'factory/pairs.ts', run)
  expect(parts[0]?.value).toEqual({ dailyVolume: usd })
})

test('error: the names are listed when none is given, and suggested when one is wrong', async () => {
  await expect(open(OBJECT, 'registries/pairs.js', {})).rejects.toThrow(
    'registries/pairs holds 3 adapters: name one with --name. It has: swap-v2, swap-v3, closed.',
  )
  await expect(open(FACTORY, 'factory/pairs.ts', {})).rejects.toThrow(
    'factory/pairs holds 3 adapters: name one with --name. It has: my-dex, fees:my-dex, fees:other.',
  )
  await expect(open(OBJECT, 'registries/pairs.js', { name: 'swap-v1' })).rejects.toThrow(
    'registries/pairs has no entry "swap-v1". Is it swap-v2 or swap-v3?',
  )
  await expect(open(OBJECT, 'registries/pairs.js', { name: 'entirely-else' })).rejects.toThrow(
    'registries/pairs has no entry "entirely-else". It has: swap-v2, swap-v3, closed.',
  )
  const single = { 'one.js': 'module.exports = { ethereum: { tvl: async () => ({}) } }' }
  await expect(open(single, 'one.js', { name: 'x' })).rejects.toThrow(
    'one is one adapter without entries: leave out --name',
  )
  // A name that every object has is not an entry.
  await expect(open(OBJECT, 'registries/pairs.js', { name: 'constructor' })).rejects.toThrow(
    'has no entry "constructor"',
  )
})

test('error: an entry that ended and has nothing to call', async () => {
  await expect(open(OBJECT, 'registries/pairs.js', { name: 'closed' })).rejects.toThrow(
    'registries/pairs: it ended on 2023-01-01 (deadFrom), and nothing of it is left to read',
  )
})

test('behavior: entries of one module are sources of their own, with hashes of their own', async () => {
  const hashes = []
  for (const name of ['swap-v2', 'swap-v3']) {
    hashes.push((await open(OBJECT, 'registries/pairs.js', { name })).codeHash)
    await checkout?.remove()
  }
  expect(hashes[0]).not.toBe(hashes[1])
})
