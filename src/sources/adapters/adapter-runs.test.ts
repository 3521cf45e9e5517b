import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Checkout, makeCheckout } from '../../../test/support/adapters/checkout.ts'
import { type ModuleWorld, startModuleWorld } from '../../../test/support/adapters/module-world.ts'
import { adapterOptions } from '../../../test/support/adapters/options.ts'
import type { AdapterOptions } from './adapter-options.ts'
import { openAdapter } from './adapter-source.ts'
import { createCheckoutCache } from './checkout-cache.ts'

let world: ModuleWorld
let checkout: Checkout | undefined
beforeAll(async () => {
  world = await startModuleWorld()
})
afterAll(() => world?.stop())
afterEach(() => checkout?.remove())

const options = (more: Partial<AdapterOptions> = {}) =>
  adapterOptions({ nodes: new Set(['ethereum']), ...more })

test('behavior: what an SDK caches is there for the next run of the checkout, and for no other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-cache-'))
  const cache = createCheckoutCache(folder, { nowMs: () => Date.now() })
  const module = `const fs = require('fs'), path = process.env.TVL_LOCAL_CACHE_ROOT_FOLDER + '/v1/count.json'
module.exports = { ethereum: { tvl: async () => {
  const count = fs.existsSync(path) ? JSON.parse(fs.readFileSync(path)) + 1 : 1
  fs.mkdirSync(process.env.TVL_LOCAL_CACHE_ROOT_FOLDER + '/v1', { recursive: true })
  fs.writeFileSync(path, String(count))
  return { bitcoin: count }
} } }`
  const count = async (where: Checkout, isEarlier = false) => {
    const source = await openAdapter(where.path('one.js'), options({ cache }))
    const reader = async (chain: string) => {
      const now = await world.timestamp.reader(chain)
      return isEarlier ? now.at(await now.blockNumbered(now.block.number - 1)) : now
    }
    const { observations } = await source.collect({ ...world.timestamp, reader })
    return observations.holdings.map(({ amount }) => ('tokens' in amount ? amount.tokens : null))
  }
  checkout = await makeCheckout({ 'one.js': module })
  expect([await count(checkout), await count(checkout), await count(checkout, true)]).toEqual([
    [1],
    [2],
    [3],
  ])
  const other = await makeCheckout({ 'one.js': module })
  expect(await count(other)).toEqual([1])
  await other.remove()
  await rm(folder, { recursive: true, force: true })
})

test('behavior: a module that has to run as root is named in the log', async () => {
  const lines: string[] = []
  const written = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
  checkout = await makeCheckout({
    'one.js': 'module.exports = { ethereum: { tvl: async () => ({ bitcoin: 1 }) } }',
  })
  const source = await openAdapter(checkout.path('one.js'), options())
  await source.collect({ ...world.timestamp, log: written })
  expect(lines).toEqual([])
  await chmod(checkout.root, 0o700)
  await source.collect({ ...world.timestamp, log: written })
  const isRoot = process.getuid?.() === 0
  expect(lines.join().includes('the module runs as root')).toBe(isRoot)
})
