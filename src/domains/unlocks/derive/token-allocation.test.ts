import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CATEGORIES } from '../schedule.ts'
import { cliffs, day, line } from '../schedules-for-tests.ts'
import { tokenAllocation } from './token-allocation.ts'

test('default: shares of what is emitted now and in the end, and how far each is', () => {
  const sections = [
    cliffs('Airdrop', { '2024-01-01': 300 }, { category: 'airdrop' }),
    // Half of 400 by 6 March: 65 of 130 days (31 + 29 + 5 days).
    line('Team', '2024-01-01', '2024-05-10', 400, { category: 'insiders' }),
    cliffs('Advisors', { '2025-01-01': 300 }, { category: 'insiders' }),
  ]
  // Now 300 and 200 of 500; in the end 300 and 700 of 1,000; 200 of 700 is 28.57%.
  expect(tokenAllocation(sections, day('2024-03-05T12:00'))).toEqual({
    current: { airdrop: 60, insiders: 40 },
    final: { airdrop: 30, insiders: 70 },
    progress: { airdrop: 100, insiders: 28.6 },
  })
})

test('behavior: three thirds are 33.4, 33.3 and 33.3: the tenth that is left goes to the first', () => {
  const third = (category: (typeof CATEGORIES)[number]) =>
    cliffs(category, { '2024-01-01': 1 }, { category })
  expect(
    tokenAllocation([third('insiders'), third('airdrop'), third('farming')], day('2024-02-01'))
      .final,
  ).toEqual({
    insiders: 33.4,
    airdrop: 33.3,
    farming: 33.3,
  })
})

test('behavior: the tenth that is left goes to the one that lost most', () => {
  // 16.66…, 16.66… and 66.66…% cut to 16.6, 16.6 and 66.6 leave two tenths; each lost 0.066…, so
  // the first two have them.
  const of = (category: (typeof CATEGORIES)[number], amount: number) =>
    cliffs(category, { '2024-01-01': amount }, { category })
  expect(
    tokenAllocation([of('insiders', 1), of('airdrop', 1), of('farming', 4)], day('2024-02-01'))
      .final,
  ).toEqual({
    insiders: 16.7,
    airdrop: 16.7,
    farming: 66.6,
  })
  // 0.04% cut to 0 lost 0.04; 99.96% cut to 99.9 lost 0.06.
  expect(
    tokenAllocation([of('insiders', 4), of('airdrop', 9_996)], day('2024-02-01')).final,
  ).toEqual({ insiders: 0, airdrop: 100 })
})

test('behavior: as long as nothing is emitted there are no shares; progress is 0', () => {
  expect(tokenAllocation([cliffs('A', { '2024-01-01': 5 })], day('2023-01-01'))).toEqual({
    current: { insiders: null },
    final: { insiders: 100 },
    progress: { insiders: 0 },
  })
})

test('behavior: a category that only burns has no share and no progress', () => {
  const burn = cliffs('Burn', { '2024-01-01': 5 }, { category: 'noncirculating', isBurn: true })
  expect(tokenAllocation([cliffs('A', { '2024-01-01': 5 }), burn], day('2024-02-01'))).toEqual({
    current: { insiders: 100, noncirculating: 0 },
    final: { insiders: 100, noncirculating: 0 },
    progress: { insiders: 100, noncirculating: null },
  })
  expect(tokenAllocation([], 0)).toEqual({ current: {}, final: {}, progress: {} })
})

test('behavior: allocations add up to 100', () => {
  const part = fc.record({
    category: fc.constantFrom(...CATEGORIES),
    amount: fc.double({ min: 1e-3, max: 1e15, noNaN: true }),
    days: fc.nat(500),
  })
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), fc.nat(600), (parts, nowDay) => {
      const sections = parts.map(({ category, amount, days }) =>
        line(
          'A',
          '2024-01-01',
          new Date((day('2024-01-02') + days * 86_400) * 1000).toISOString().slice(0, 10),
          amount,
          { category },
        ),
      )
      const { current, final, progress } = tokenAllocation(
        sections,
        day('2024-01-01') + nowDay * 86_400,
      )
      for (const shares of [current, final]) {
        const sum = Object.values(shares).reduce<number>((total, share) => total + (share ?? 0), 0)
        expect(sum).toBeCloseTo(100, 9)
        for (const share of Object.values(shares))
          expect(Math.abs((share ?? 0) * 10 - Math.round((share ?? 0) * 10))).toBeLessThan(1e-9)
      }
      for (const share of Object.values(progress)) expect(share).toBeLessThanOrEqual(100)
    }),
    { numRuns: 300 },
  )
})
