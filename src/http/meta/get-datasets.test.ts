import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillSmallWorld } from '../../../test/support/small-world.ts'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
  await fillSmallWorld(app)
})
afterAll(() => app.stop())

async function dataset(fact: string, query = ''): Promise<Record<string, unknown> | undefined> {
  const { body } = await app.get(`/meta/datasets${query}`)
  return (body as Record<string, unknown>[]).find((row) => row.fact === fact)
}

test('default: every fact with its rows, its version and its columns', async () => {
  expect(await dataset('prices')).toEqual({
    fact: 'prices',
    describe: 'Prices of coins in US dollars.',
    rows: 1,
    version: 3,
    key: {
      coin: {
        type: 'text',
        nullable: false,
        describe: 'Coin id: <chain>:<address> or <source>:<id>',
      },
    },
    time: 'atSec',
    values: {
      priceUsd: { type: 'float', nullable: false, describe: 'Price in US dollars' },
      confidence: {
        type: 'float',
        nullable: true,
        describe: 'How far the price can be trusted, 0 to 1',
      },
    },
    views: {
      current: 'prices',
      versions: 'prices_versions',
      columns: {
        coin: 'String',
        atSec: 'UInt32',
        priceUsd: 'Float64',
        confidence: 'Nullable(Float64)',
        quality:
          "Enum8('ok' = 0, 'held' = 1, 'carried' = 2, 'extrapolated' = 3, 'backfilled' = 4, 'selfReported' = 5, 'disputed' = 6)",
        run: 'UInt32',
        recordedAt: "DateTime64(3, 'UTC')",
      },
    },
  })
  expect(await dataset('tvl')).toMatchObject({ rows: 3, version: 4 })
})

test('behavior: a fact without rows has version 0, one without a time says so', async () => {
  expect(await dataset('blocks')).toMatchObject({ rows: 0, version: 0 })
  expect(await dataset('protocols')).toMatchObject({ rows: 2, version: 1, time: null })
})

test('behavior: as of a time before the first run there was nothing', async () => {
  expect(await dataset('tvl', `?asOf=${NOW_SEC - 1}`)).toMatchObject({ rows: 0, version: 0 })
})
