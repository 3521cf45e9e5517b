import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Checkout, makeCheckout } from './support/adapters/checkout.ts'
import { MODULE_SET } from './support/adapters/module-set.ts'
import { type ModuleWorld, startModuleWorld } from './support/adapters/module-world.ts'
import { runSet, type SetAnswer, setFiles } from './support/adapters/run-set.ts'
import { MissingPart } from './support/missing-part.ts'

let world: ModuleWorld
beforeAll(async () => {
  world = await startModuleWorld()
})
afterAll(() => world?.stop())

function expectedOf(expected: (typeof MODULE_SET)[number]['expected']): SetAnswer {
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
  let answers: Map<string, SetAnswer>
  beforeAll(async () => {
    checkout = await makeCheckout(setFiles(world))
    answers = await runSet(checkout, world)
  })
  afterAll(() => checkout?.remove())

  test.each(MODULE_SET)('default: $name', ({ name, expected }) => {
    expect(answers.get(name)).toEqual(expectedOf(expected))
  })
})

/** A checkout of a collection with its packages installed, whose SDK is the one to compare with. */
const COLLECTION = process.env.ALMANAC_TEST_COLLECTION

describe('the set with the SDK of a collection', () => {
  let checkout: Checkout
  let answers: Map<string, SetAnswer>
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
    answers = await runSet(checkout, world)
  })
  afterAll(() => checkout?.remove())

  test('behavior: at least 95% of the modules give the same as with our own', () => {
    const different = MODULE_SET.filter(
      ({ name, expected }) =>
        JSON.stringify(answers.get(name)) !== JSON.stringify(expectedOf(expected)),
    ).map(({ name }) => [name, answers.get(name)])
    expect(different.length, JSON.stringify(different, null, 1)).toBeLessThanOrEqual(
      0.05 * MODULE_SET.length,
    )
  })
})
