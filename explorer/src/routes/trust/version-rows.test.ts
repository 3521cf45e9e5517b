import { expect, test } from 'vitest'
import { versionRows } from './version-rows.ts'

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
