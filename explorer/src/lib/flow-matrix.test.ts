import { expect, test } from 'vitest'
import { flowMatrix, flowsOf, shadeOf } from './flow-matrix.ts'

const side = (
  bridge_name: string,
  way: 'deposit' | 'arrival',
  [from, chain]: readonly [string, string],
  usd_value: number | null,
) => ({ bridge_name, chain, sourceChain: from, is_deposit: way === 'deposit', usd_value })

test('arrivals name their origin; deposits count only where the other side is never seen', () => {
  const flows = flowsOf(
    [
      side('both', 'deposit', ['Base', 'Base'], 100),
      side('both', 'arrival', ['Base', 'Sui'], 99),
      // The destination of this bridge has no record of its own.
      side('one', 'deposit', ['Base', 'Base'], 7.5),
      side('one', 'arrival', ['Metis', 'Base'], null),
      { ...side('both', 'arrival', ['', 'Sui'], 1), sourceChain: null },
    ],
    new Map([
      ['one', 'Metis'],
      ['both', 'Sui'],
    ]),
  )
  expect(flows).toEqual([
    { from: 'Base', to: 'Sui', usd: 99 },
    { from: 'Base', to: 'Metis', usd: 7.5 },
    { from: 'Metis', to: 'Base', usd: null },
  ])
})

test('a matrix: sums of rows and columns meet in the total; small chains are one', () => {
  const flows = [
    { from: 'A', to: 'B', usd: 60 },
    { from: 'B', to: 'A', usd: 20 },
    { from: 'A', to: 'C', usd: 3 },
    { from: 'C', to: 'D', usd: 2 },
    { from: 'D', to: 'A', usd: null },
  ]
  // A moves 83, B 80, C 5, D 2: with three names C and D are one.
  expect(flowMatrix(flows, 3)).toEqual({
    names: ['A', 'B', 'Others'],
    cells: [
      [null, 60, 3],
      [20, null, null],
      [null, null, 2],
    ],
    sent: [63, 20, 2],
    received: [20, 60, 5],
    total: 85,
    unpriced: 1,
  })
  expect(flowMatrix([], 3)).toMatchObject({ names: [], cells: [], total: null })
})

test('shades by the share of the largest cell', () => {
  expect([100, 50, 10, 1, 0.5, 0, null].map((value) => shadeOf(value, 100))).toEqual([
    ...[4, 4, 3, 2, 1, 0, 0],
  ])
})
