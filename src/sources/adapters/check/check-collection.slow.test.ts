import { afterEach, expect, test } from 'vitest'
import { type Checkout, makeCheckout } from '../../../../test/support/adapters/checkout.ts'
import { MODULE_SET } from '../../../../test/support/adapters/module-set.ts'
import { adapterOptions } from '../../../../test/support/adapters/options.ts'
import { setFiles } from '../../../../test/support/adapters/run-set.ts'
import { checkCollection, listModules } from './check-collection.ts'

let checkout: Checkout | undefined
afterEach(() => checkout?.remove())

const TVL = 'module.exports = { ethereum: { tvl: async () => ({}) } }'
const COLLECTION = {
  'index.js': 'throw new Error("a script at the root is not an adapter")',
  'scripts/run.js': 'throw new Error("nor are scripts")',
  'projects/helper/sum.js': 'module.exports = { sum: 1 }',
  'projects/one/index.js': `const abi = require('./abi.json'); ${TVL}`,
  'projects/one/abi.json': '{}',
  'projects/one/part.js': 'throw new Error("a part of one")',
  'projects/two.js':
    'module.exports = { atlantis: { tvl: async () => ({}) }, ethereum: { tvl: async () => ({}) } }',
  'projects/shared.js': 'module.exports = { value: 1 }',
  'projects/missing/index.js': `require('some-package/lib'); ${TVL}`,
  'projects/throws/index.js': 'throw new Error("no key")',
  'projects/odd/index.js': 'const = 5',
  'dexs/three.ts': `export default { version: 2, adapter: { atlantis: { fetch: async () => ({}) } } }`,
  'registries/pairs.js': `module.exports = { a: { ethereum: { tvl: async () => ({}) } }, b: { deadFrom: '2023-01-01' } }`,
}

test('default: shapes, causes and chains of a collection', async () => {
  checkout = await makeCheckout(COLLECTION)
  const seen: number[] = []
  const found = await checkCollection(
    { folder: checkout.root, sample: null, onProgress: ({ done }) => seen.push(done) },
    adapterOptions(),
  )
  // One, two, three and the pairs load; three do not; shared.js holds no adapter.
  expect(found).toMatchObject({ modules: 7, loaded: 4, withoutAdapter: 1 })
  // One, two and pair a; three; pair b.
  expect(found.kinds).toEqual({ tvl: 3, dimension: 1, ended: 1 })
  expect(new Map(found.causes.map(({ cause, modules }) => [cause, modules]))).toEqual(
    new Map([
      ['the package some-package is not installed', ['projects/missing/index.js']],
      ['is not valid code', ['projects/odd/index.js']],
      ['throws while it is loaded', ['projects/throws/index.js']],
    ]),
  )
  expect(found.causes.find(({ cause }) => cause.startsWith('throws'))?.example).toBe(
    'projects/throws/index.js: no key',
  )
  expect(found.missingChains).toEqual([{ chain: 'atlantis', adapters: 2 }])
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('behavior: files that may be adapters', async () => {
  checkout = await makeCheckout(COLLECTION)
  expect(await listModules(checkout.root)).toEqual([
    'dexs/three.ts',
    'projects/missing/index.js',
    'projects/odd/index.js',
    'projects/one/index.js',
    'projects/shared.js',
    'projects/throws/index.js',
    'projects/two.js',
    'registries/pairs.js',
  ])
  expect(await listModules(checkout.path('dexs'))).toEqual(['three.ts'])
})

test('behavior: a sample is spread over the collection, and at least 99% of the set load', async () => {
  const names = ['A', 'B', 'VAULT', 'OTHER', 'PAIR', 'FACTORY', 'SHARES', 'BROKEN', 'NATIVE']
  const addresses = Object.fromEntries(names.map((name) => [name, `0x${'1'.repeat(40)}`]))
  checkout = await makeCheckout(setFiles({ addresses }))
  const all = await checkCollection({ folder: checkout.root, sample: null }, adapterOptions())
  expect(all.modules).toBe(MODULE_SET.length)
  expect(all.loaded / all.modules).toBeGreaterThanOrEqual(0.99)
  const sample = await checkCollection({ folder: checkout.root, sample: 5 }, adapterOptions())
  expect(sample).toMatchObject({ modules: 5, loaded: 5 })
})

test('error: a folder that is none or holds nothing', async () => {
  checkout = await makeCheckout({})
  const { root } = checkout
  await expect(
    checkCollection({ folder: `${root}/none`, sample: null }, adapterOptions()),
  ).rejects.toThrow(/none is not a folder; name the checkout of a collection/)
  await expect(checkCollection({ folder: root, sample: null }, adapterOptions())).rejects.toThrow(
    /has no modules/,
  )
})
