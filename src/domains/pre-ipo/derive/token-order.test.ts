import { expect, test } from 'vitest'
import { inTokenOrder } from './token-order.ts'

const token = (issuer: string, backing: string, marketCapUsd: number | null = null) => ({
  issuer,
  backing,
  marketCapUsd,
})

test('default: from the most direct claim to the least', () => {
  const backings = [
    'Synthetic',
    'SPV interest',
    'Direct shares',
    'Unsecured note',
    'Trust-held SPV',
  ]
  expect(
    inTokenOrder(backings.map((backing) => token('a', backing))).map(({ backing }) => backing),
  ).toEqual(['Direct shares', 'Trust-held SPV', 'SPV interest', 'Unsecured note', 'Synthetic'])
})

test('behavior: of one kind the largest first, unknown sizes last, ties by name', () => {
  const tokens = [
    token('d', 'Synthetic'),
    token('c', 'Synthetic', 5),
    token('b', 'Synthetic', 9),
    token('a', 'Synthetic', 5),
  ]
  expect(inTokenOrder(tokens).map(({ issuer }) => issuer)).toEqual(['b', 'a', 'c', 'd'])
})

test('behavior: none', () => {
  expect(inTokenOrder([])).toEqual([])
})
