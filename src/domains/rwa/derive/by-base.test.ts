import { expect, test } from 'vitest'
import { byBase } from './by-base.ts'
import { type Buckets, stats } from './stats.ts'

function buckets(onChainMcap: number | null, stablecoins = 0): Buckets {
  const { all } = stats([])
  return {
    ...all,
    base: { ...all.base, onChainMcap },
    stablecoinsOnly: { ...all.stablecoinsOnly, onChainMcap: stablecoins },
  }
}

test.each([
  ['nothing', {}, []],
  ['largest first', { a: buckets(1), b: buckets(3), c: buckets(2) }, ['b', 'c', 'a']],
  ['a tie goes by name', { b: buckets(1), a: buckets(1) }, ['a', 'b']],
  ['only the base counts', { a: buckets(1, 900), b: buckets(2) }, ['b', 'a']],
  ['not known is as 0', { b: buckets(null), a: buckets(0), c: buckets(1) }, ['c', 'a', 'b']],
  ['the group without a name is left out', { Unknown: buckets(9), a: buckets(1) }, ['a']],
])('behavior: %s', (_, groups, expected) => {
  expect(byBase(new Map(Object.entries(groups)))).toEqual(expected)
})
