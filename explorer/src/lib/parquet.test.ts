import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { expect, test } from 'vitest'
import { toParquet } from './parquet.ts'

test('numbers, flags, times and texts keep their types; missing is null', async () => {
  const file = toParquet({
    head: ['time', 'tvl', 'late', 'name', 'tvl', 'nothing'],
    rows: [
      ['2026-01-02', 1.5, true, '=1+1', null, null],
      ['2026-01-03T04:05:06.000Z', undefined, null, 7, 0, undefined],
    ],
  })
  expect(await parquetReadObjects({ file })).toEqual([
    {
      time: new Date('2026-01-02T00:00:00Z'),
      tvl: 1.5,
      late: true,
      name: '=1+1',
      'tvl 2': null,
      nothing: null,
    },
    {
      time: new Date('2026-01-03T04:05:06Z'),
      tvl: null,
      late: null,
      name: '7',
      'tvl 2': 0,
      nothing: null,
    },
  ])
  const types = parquetMetadata(file).schema.slice(1)
  expect(types.map(({ type }) => type)).toEqual([
    'INT64',
    'DOUBLE',
    'BOOLEAN',
    'BYTE_ARRAY',
    'DOUBLE',
    'BYTE_ARRAY',
  ])
})

test('no rows are a file with columns', async () => {
  const file = toParquet({ head: ['a'], rows: [] })
  expect(parquetMetadata(file).schema.map(({ name }) => name)).toContain('a')
  expect(await parquetReadObjects({ file })).toEqual([])
})
