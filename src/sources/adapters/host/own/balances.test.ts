import { expect, test } from 'vitest'
import { Balances } from './balances.ts'

const create = () => new Balances({ chain: 'bsc', timestamp: 5 })
const A = '0x00000000000000000000000000000000000000a1'

test('default: amounts of a token add up exactly, however they are written', () => {
  const balances = create()
  balances.add(A, '1000000000000000000000')
  balances.add(A, 1n)
  balances.add(A, 2)
  balances.add(A, '0x10')
  balances.add(A, { toFixed: () => '4' })
  balances.add([A, A], [1, 1])
  balances.add(A, [1, 1])
  // 10²¹ + 1 + 2 + 16 + 4 + 1 + 1 + 1 + 1
  expect(balances.getBalances()).toEqual({ [`bsc:${A}`]: '1000000000000000000027' })
})

test('behavior: every way to name what is added', () => {
  const balances = create()
  balances.addGasToken(1)
  balances.addAggregatorToken('bitcoin', 1.5)
  balances.addCGToken('bitcoin', 0.5)
  balances.addUSDValue(9)
  balances.addTokenVannila('ethereum:0x1', 3)
  balances.add('0x2', 4, { skipChain: true })
  balances.add('0x3', undefined)
  expect(balances.getBalances()).toEqual({
    'bsc:0x0000000000000000000000000000000000000000': '1',
    'aggregator:bitcoin': 2,
    usd: '9',
    'ethereum:0x1': '3',
    '0x2': '4',
  })
})

test('behavior: labels keep their part, through copies and sums', () => {
  const balances = create()
  balances.add(A, 60, 'Swaps')
  balances.add(A, 40)
  balances.add(A, 10, { label: 'Loans' })
  const half = balances.clone(0.5)
  const all = create()
  all.add(half)
  all.addBalances(balances, 'Everything')
  const labels = Object.fromEntries(
    Object.entries(all.getBreakdownBalances()).map(([label, part]) => [label, part.getBalances()]),
  )
  // Half of 110 and 110 itself; the label given replaces those of what is added.
  expect(all.getBalances()).toEqual({ [`bsc:${A}`]: '165' })
  expect(labels).toEqual({
    Swaps: { [`bsc:${A}`]: '30' },
    Loans: { [`bsc:${A}`]: '5' },
    Everything: { [`bsc:${A}`]: '110' },
  })
})

test('behavior: taking away', () => {
  const balances = create()
  balances.add(A, 10)
  balances.subtractToken(A, '4')
  const other = create()
  other.add(A, 8)
  balances.subtract(other)
  expect(balances.getBalances()).toEqual({ [`bsc:${A}`]: '-2' })
  balances.removeNegativeBalances()
  expect(balances.isEmpty()).toBe(true)
  other.removeTokenBalance(A.toUpperCase().replace('0X', '0x'))
  expect(other.getBalances()).toEqual({})
})

test('error: what is no amount or no token', () => {
  expect(() => create().add(A, Number.NaN)).toThrow('a balance must be a number, not NaN')
  expect(() => create().add(A, 'many')).toThrow('a balance must be a number, not many')
  expect(() => create().add('', 1)).toThrow(/a token must be named/)
  expect(() => create().addTokens([A], [1, 2])).toThrow(/same length/)
})
