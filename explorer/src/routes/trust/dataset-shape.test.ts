import { expect, test } from 'vitest'
import { shapeRows, versionRows } from './dataset-shape.ts'

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

const version = { quality: 'ok', isCurrent: true, run: 2, source: 'demo', recordedAt: null }
const said = (values: Record<string, unknown>) => ({ ...version, values, receipt: null })

test('each version is a row; a column that one lacks is missing, a list is JSON', () => {
  const versions = [said({ tvlUsd: 0, chains: ['a', 'b'] }), said({ tvlUsd: null, note: 'x' })]
  expect(
    versionRows([{ key: { protocol: '1' }, atSec: 86_400, versionCount: 2, versions }]),
  ).toEqual({
    head: [
      ...['protocol', 'time', 'tvlUsd', 'chains', 'note'],
      ...['quality', 'isCurrent', 'run', 'runSource', 'recordedAt'],
    ],
    rows: [
      ['1', '1970-01-02T00:00:00.000Z', 0, '["a","b"]', null, 'ok', true, 2, 'demo', null],
      ['1', '1970-01-02T00:00:00.000Z', null, null, 'x', 'ok', true, 2, 'demo', null],
    ],
  })
})

test('a column of the fact keeps its name: no two of a file have the same', () => {
  const row = { key: { source: 'a' }, atSec: null, versionCount: 1, versions: [said({})] }
  const { head, rows } = versionRows([row])
  expect(head.filter((name) => name === 'source')).toHaveLength(1)
  expect(rows).toEqual([['a', null, 'ok', true, 2, 'demo', null]])
})
