import { expect, test } from 'vitest'
import { type Holding, nothingSeen } from '../../../sources/model/observations.ts'
import type { PriceBook } from '../../../sources/model/price-book.ts'
import { chainAssets } from '../facts.ts'
import { tvlWatch } from '../watch.ts'
import { listPriceAges } from './price-ages.ts'

/** Prices by the time of their records. */
const book = (times: Record<string, number>): PriceBook => ({
  find: (coin) =>
    times[coin] === undefined
      ? undefined
      : { source: coin, priceUsd: 1, atSec: times[coin], confidence: 1 },
  decimals: () => 18,
  symbol: () => undefined,
  inputs: () => [],
})
const holding = (protocol: string, coin: string): Holding => ({
  protocol,
  chain: 'local',
  section: 'tvl',
  amount: { coin, raw: 1n },
  atSec: 1_000,
})

test('default: of each protocol the oldest price behind what it holds', () => {
  const holdings = [holding('1', 'local:a'), holding('1', 'local:b'), holding('2', 'local:a')]
  expect(
    listPriceAges({ ...nothingSeen(), holdings }, book({ 'local:a': 900, 'local:b': 400 })),
  ).toEqual([
    { series: { protocol: '1' }, atSec: 1_000, oldestPriceSec: 400 },
    { series: { protocol: '2' }, atSec: 1_000, oldestPriceSec: 900 },
  ])
})

test('behavior: what has no price has no age', () => {
  const holdings = [holding('1', 'local:none'), { ...holding('2', ''), amount: { usd: 5 } }]
  expect(listPriceAges({ ...nothingSeen(), holdings }, book({}))).toEqual([])
})

test('behavior: records and tokens of protocols tell it, assets of chains do not', () => {
  for (const { fact, listPriceAges: declared } of tvlWatch)
    expect(declared).toBe(fact === chainAssets ? undefined : listPriceAges)
})
