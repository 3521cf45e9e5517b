import { existsSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAdapter } from '../src/sources/adapters/adapter-source.ts'
import { type Checkout, makeCheckout } from './support/adapters/checkout.ts'
import { MODULE_SET } from './support/adapters/module-set.ts'
import { type ModuleWorld, startModuleWorld } from './support/adapters/module-world.ts'
import { adapterOptions } from './support/adapters/options.ts'
import { runSet, type SetResponse, setFiles } from './support/adapters/run-set.ts'
import { MissingPart } from './support/missing-part.ts'

let world: ModuleWorld
beforeAll(async () => {
  world = await startModuleWorld()
})
afterAll(() => world?.stop())

function expectedOf(expected: (typeof MODULE_SET)[number]['expected']): SetResponse {
  return Object.fromEntries(
    Object.entries(expected).map(([part, amounts]) => [
      part,
      Object.fromEntries(
        Object.entries(amounts).map(([coin, amount]) => [coin, String(Number(amount))]),
      ),
    ]),
  )
}

describe('the set with our own api', () => {
  let checkout: Checkout
  let responses: Map<string, SetResponse>
  beforeAll(async () => {
    checkout = await makeCheckout(setFiles(world))
    responses = await runSet(checkout, world)
  })
  afterAll(() => checkout?.remove())

  test.each(MODULE_SET)('default: $name', ({ name, expected }) => {
    expect(responses.get(name)).toEqual(expectedOf(expected))
  })
})

/** A checkout of a collection with its packages installed, whose SDK is the one to compare with. */
const COLLECTION = process.env.ALMANAC_TEST_COLLECTION

describe('the set with the SDK of a collection', () => {
  let checkout: Checkout
  let responses: Map<string, SetResponse>
  beforeAll(async () => {
    if (COLLECTION === undefined || !existsSync(join(COLLECTION, 'node_modules')))
      throw new MissingPart(
        'checkout of a collection with its packages',
        'ALMANAC_TEST_COLLECTION=<checkout> npm test',
      )
    checkout = await makeCheckout(setFiles(world))
    await cp(join(COLLECTION, 'node_modules'), checkout.path('node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    })
    await cp(join(COLLECTION, 'package.json'), checkout.path('package.json'))
    responses = await runSet(checkout, world)
  })
  afterAll(() => checkout?.remove())

  test('behavior: its look-ups of blocks work for a period that is long past', async () => {
    const { dependencies } = JSON.parse(await readFile(checkout.path('package.json'), 'utf8'))
    const sdk = Object.keys(dependencies).find((name) => /(^|\/|-)sdk$/.test(name))
    // Blocks are 12 s apart, and the chain is of 2023: an SDK that compares with today's clock
    // takes its node for a stuck one. Genesis is 1,700,000,000; 60 s later is block 5 or near it.
    await writeFile(
      checkout.path('projects/blocks.js'),
      `const sdk = require('${sdk}')
      module.exports = { ethereum: { tvl: async (api) => {
        if (!(api instanceof sdk.ChainApi)) throw new Error('not its own api')
        return { bitcoin: (await sdk.blocks.getBlock('ethereum', 1700000060)).timestamp }
      } } }`,
    )
    const options = adapterOptions({ nodes: new Set(['ethereum']) })
    const source = await openAdapter(checkout.path('projects/blocks.js'), options)
    const { observations } = await source.collect(world.timestamp)
    const amount = observations.holdings[0]?.amount
    const timeSec = amount !== undefined && 'tokens' in amount ? amount.tokens : 0
    // SDKs look for a block within five minutes.
    expect(Math.abs(timeSec - 1_700_000_060)).toBeLessThanOrEqual(300)
  })

  test('behavior: at least 95% of the modules give the same as with our own', () => {
    const different = MODULE_SET.filter(
      ({ name, expected }) =>
        JSON.stringify(responses.get(name)) !== JSON.stringify(expectedOf(expected)),
    ).map(({ name }) => [name, responses.get(name)])
    expect(different.length, JSON.stringify(different, null, 1)).toBeLessThanOrEqual(
      0.05 * MODULE_SET.length,
    )
  })
})
