import { expect, test } from 'vitest'
import { t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import { compareFigures } from './verify-run.ts'

const fact = defineFact({
  name: 'worth',
  describe: 'A fact of this test.',
  key: { thing: t.text('Its name') },
  time: 'atSec',
  values: { valueUsd: t.float('US dollars'), symbol: t.text('Symbol') },
})
const row = (valueUsd: number, symbol = 'A', thing = 'x') => ({
  thing,
  atSec: 60,
  valueUsd,
  symbol,
})

test('default: figures within a thousandth are the same', () => {
  // 0.1% of 1,001 is 1.001, so 1,000 and 1,001 pass; 1,000 and 1,001.1 do not (1.1 > 1.0011).
  expect(compareFigures(fact, [row(1_000)], [row(1_001)])).toEqual([])
  expect(compareFigures(fact, [row(1_000)], [row(1_001.1)])).toEqual([
    {
      fact: 'worth',
      row: '{"thing":"x","atSec":60}',
      column: 'valueUsd',
      stored: 1_000,
      again: 1_001.1,
    },
  ])
})

test('behavior: nothing and something differ, and so do texts', () => {
  expect(compareFigures(fact, [row(0)], [row(0)])).toEqual([])
  expect(compareFigures(fact, [row(0)], [row(0.000001)])).toHaveLength(1)
  expect(compareFigures(fact, [row(1, 'A')], [row(1, 'B')]).map(({ column }) => column)).toEqual([
    'symbol',
  ])
})

test('behavior: a row that is only on one side is named', () => {
  const found = compareFigures(fact, [row(1)], [row(1, 'A', 'y')])
  expect(found.map(({ row: name, stored, again }) => [name, stored, again])).toEqual([
    ['{"thing":"x","atSec":60}', 'is there', null],
    ['{"thing":"y","atSec":60}', null, 'is there'],
  ])
})
