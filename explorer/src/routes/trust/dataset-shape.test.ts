import { expect, test } from 'vitest'
import { shapeRows } from './dataset-shape.ts'

test('columns of a fact: key, time, values; a fact without a time has none', () => {
  const dataset = {
    ...{ fact: 'prices', describe: 'Prices.', rows: 1, version: 1, time: 'atSec' },
    key: { coin: { type: 'text', nullable: false, describe: 'Coin id' } },
    values: { priceUsd: { type: 'float', nullable: true, describe: 'Price' } },
    views: { current: 'prices', versions: 'prices_versions', columns: {} },
  }
  expect(shapeRows(dataset)).toEqual({
    head: ['column', 'part', 'type', 'nullable', 'describe'],
    rows: [
      ['coin', 'key', 'text', false, 'Coin id'],
      ['atSec', 'time', 'time', false, 'Valid time'],
      ['priceUsd', 'value', 'float', true, 'Price'],
    ],
  })
  expect(shapeRows({ ...dataset, time: null }).rows.map(([name]) => name)).toEqual([
    'coin',
    'priceUsd',
  ])
})
