import { expect, test } from 'vitest'
import { type Holding, nothingSeen } from '../../sources/model/observations.ts'
import type { PriceBook } from '../../sources/model/price-book.ts'
import { t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import type { Watch } from '../model/watch.ts'
import { listPriceAges } from './price-ages.ts'

const fact = defineFact({
  name: 'worth',
  describe: 'A fact of this test.',
  key: { protocol: t.text('Its id'), chain: t.word('Chain') },
  time: 'atSec',
  values: { valueUsd: t.float('US dollars') },
})
const watch: Watch = {
  fact,
  series: ['protocol'],
  value: 'valueUsd',
  parts: ['chain'],
  nature: 'level',
  unit: 'usd',
}

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
    listPriceAges({ ...nothingSeen(), holdings }, book({ 'local:a': 900, 'local:b': 400 }), [
      watch,
    ]),
  ).toEqual([
    { fact: 'worth', series: { protocol: '1' }, atSec: 1_000, oldestPriceSec: 400 },
    { fact: 'worth', series: { protocol: '2' }, atSec: 1_000, oldestPriceSec: 900 },
  ])
})

test('behavior: what has no price has no age, and other watches are not told', () => {
  const holdings = [holding('1', 'local:none'), { ...holding('2', ''), amount: { usd: 5 } }]
  expect(listPriceAges({ ...nothingSeen(), holdings }, book({}), [watch])).toEqual([])
  const others: Watch[] = [
    { ...watch, nature: 'flow' },
    { ...watch, series: ['chain'] },
  ]
  expect(
    listPriceAges(
      { ...nothingSeen(), holdings: [holding('1', 'local:a')] },
      book({ 'local:a': 900 }),
      others,
    ),
  ).toEqual([])
})
