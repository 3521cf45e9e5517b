import { expect, test } from 'vitest'
import { recentTotals } from './recent-totals.ts'

function place(chain: string, section: string, values: Record<number, number>) {
  return {
    chain,
    section,
    timesSec: Array.from(Object.keys(values), Number),
    usd: Array.from(Object.values(values)),
  }
}

test('default: plain values of one moment are added, sections are not', () => {
  const places = [
    place('base', 'tvl', { 100: 1, 200: 2 }),
    place('bsc', 'staking', { 200: 1_000 }),
    place('bsc', 'tvl', { 200: 30, 300: 40 }),
  ]
  expect(recentTotals(places)).toEqual({ timesSec: [100, 200, 300], totalsUsd: [1, 32, 40] })
})

test('behavior: a record of sections alone has a total of 0', () => {
  const places = [place('base', 'staking', { 100: 9 }), place('base', 'tvl', { 50: 3 })]
  expect(recentTotals(places)).toEqual({ timesSec: [50, 100], totalsUsd: [3, 0] })
})

test('behavior: no record, no total', () => {
  expect(recentTotals([])).toEqual({ timesSec: [], totalsUsd: [] })
})
