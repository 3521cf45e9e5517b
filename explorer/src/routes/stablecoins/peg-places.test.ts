import { expect, test } from 'vitest'
import { pegDots, pegPlace } from './peg-places.ts'

test('logarithmic to both sides of the peg', () => {
  expect(pegPlace(0)).toBe(0.5)
  // log10(1 + 10,000) is the whole half; log10(1 + 99) = 2 of its 4.00004.
  expect(pegPlace(99)).toBeCloseTo(0.75, 4)
  expect(pegPlace(-99)).toBeCloseTo(0.25, 4)
  expect([pegPlace(10_000), pegPlace(-10_000), pegPlace(50_000)]).toEqual([1, 0, 1])
})

test('areas as supplies; coins at one place stand in rows from the middle outwards', () => {
  const coin = (id: string, supplyUsd: number, points = 0) => ({
    id,
    symbol: id,
    points,
    supplyUsd,
  })
  const dots = pegDots([coin('b', 25), coin('a', 100), coin('c', 1), coin('far', 25, 5_000)], 0.05)
  expect(dots.map(({ id, row, size }) => [id, row, size])).toEqual([
    ['a', 0, 1],
    // A quarter of the supply is half of the radius.
    ['b', 1, 0.5],
    ['far', 0, 0.5],
    ['c', -1, 0.2],
  ])
})
