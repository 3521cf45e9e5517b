import { expect, test } from 'vitest'
import { byChain } from './users-by-chain.ts'

test('chains are stacked without the row of all of them', () => {
  const days = [
    { date: 1, value: 5, chain: 'Base' },
    { date: 1, value: 7, chain: 'all' },
    { date: 1, value: null, chain: 'Blast' },
  ]
  expect(byChain(days)).toEqual([
    { name: 'Base', points: [[1, 5]] },
    { name: 'Blast', points: [[1, null]] },
  ])
  expect(byChain([{ date: 1, value: 7 }])).toEqual([{ name: 'All chains', points: [[1, 7]] }])
})
