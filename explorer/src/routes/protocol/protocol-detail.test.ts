import { expect, test } from 'vitest'
import { chainsOf } from './protocol-detail.ts'

test('sections are no chains', () => {
  const parts = { Base: 1, 'Base-borrowed': 2, borrowed: 3, staking: 4, 'OP Mainnet': 5, pool2: 6 }
  expect(chainsOf(parts)).toEqual([
    ['Base', 1],
    ['OP Mainnet', 5],
  ])
})
