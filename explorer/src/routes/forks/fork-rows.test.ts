import { expect, test } from 'vitest'
import { DAY_SEC } from '../../lib/writing.ts'
import { forkRows, originalOf, treeOf } from './fork-rows.ts'

test('value in forks, of the original in percent, over 30 days', () => {
  const day = String(30 * DAY_SEC)
  const list = {
    chart: { '0': { Swap: { tvl: 40 } }, [day]: { Swap: { tvl: 50 }, Lend: { tvl: 9 } } },
    forks: { Swap: ['laurel-swap', 'dune-swap'], Lend: ['dune-lend'], Farm: ['ant-farm'] },
  }
  const protocols = new Map([['Swap', { slug: 'swap', tvl: 200 }]])
  const [swap, lend, farm] = forkRows(list, protocols)
  expect(swap).toMatchObject({ usd: 50, originalUsd: 200, ofOriginalPercent: 25 })
  expect(swap?.monthChange).toBeCloseTo(25)
  expect(lend).toMatchObject({ usd: 9, ofOriginalPercent: null, monthChange: null })
  expect(farm).toMatchObject({ usd: null, ofOriginalPercent: null, monthChange: null })
})

test('tree: forks of forks below them; a circle ends', () => {
  const names = { Swap: ['Laurel', 'Dune'], Laurel: ['Birch'], Birch: ['Swap'] }
  expect(treeOf(names, 'Swap')).toEqual([
    { name: 'Swap', depth: 0, forkedFrom: 'Birch' },
    { name: 'Laurel', depth: 1, forkedFrom: 'Swap' },
    { name: 'Birch', depth: 2, forkedFrom: 'Laurel' },
    { name: 'Dune', depth: 1, forkedFrom: 'Swap' },
  ])
  expect(originalOf(names, 'Heron')).toBeNull()
})
