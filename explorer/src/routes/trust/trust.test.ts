import { expect, test } from 'vitest'
import {
  agePlace,
  decisionText,
  holdsOf,
  lateDays,
  limitOf,
  logLine,
  type Reading,
  ratioText,
  sentencesOf,
} from './reading.ts'
import { keyOf, revisedValues, spanText } from './revised-series.ts'
import { seriesName, seriesPage } from './series-page.ts'

const reading: Reading = {
  id: 'a',
  fact: 'tvl',
  series: { protocol: '49' },
  atSec: 60,
  state: 'held',
  guard: 'spike',
  reason: 'tvlUsd is ×3 of the reading before; the limit is ×2.',
  release: 'agreement',
  value: 300,
  servedValue: 100,
  heldRun: 2,
  decidedBy: null,
  decisionReason: null,
  decidedRun: null,
}
const protocols = new Map([['49', { name: 'Wren Lend', slug: 'wren-lend' }]])

test('readings of one hold are one line', () => {
  const holds = holdsOf([reading, { ...reading, fact: 'tvl_tokens' }, { ...reading, id: 'b' }])
  expect(holds.map(({ id, facts }) => [id, facts])).toEqual([
    ['a', ['tvl', 'tvl_tokens']],
    ['b', ['tvl']],
  ])
})

test('ratio, limit, sentences and decision', () => {
  expect(ratioText(reading)).toBe('×3.00')
  expect(ratioText({ value: 40, servedValue: 100 })).toBe('÷2.50')
  expect(ratioText({ value: 40, servedValue: null })).toBe('—')
  expect(ratioText({ value: 0, servedValue: 100 })).toBe('—')
  expect(limitOf(reading.reason)).toBe(2)
  expect(limitOf('No code at that address.')).toBeNull()
  expect(sentencesOf('A is ×3. The limit is ×2.5. A is ×3.')).toEqual([
    'A is ×3.',
    'The limit is ×2.5.',
  ])
  expect(decisionText(reading)).toBe('waits for a reading that agrees')
  expect(decisionText({ ...reading, release: 'person' })).toBe('waits for a person')
  expect(decisionText({ ...reading, state: 'released', decidedBy: 'agreement' })).toBe('agreement')
})

test('line: served 100 of 25 to 4,000; caught 1,000; band ×2', () => {
  // log10(4000/25) = 2.2041: 100 lies log10(4) = 0.6021 from the left, 1,000 log10(40) = 1.6021.
  const line = logLine(1_000, 100, 2)
  expect(line?.served).toBeCloseTo(0.2731, 3)
  expect(line?.caught).toBeCloseTo(0.7269, 3)
  expect(line?.band?.[0]).toBeCloseTo(0.1366, 3)
  expect(line?.band?.[1]).toBeCloseTo(0.4097, 3)
  expect(logLine(0, 100, 2)).toBeNull()
  expect(logLine(10, null, 2)).toMatchObject({ served: null, band: null })
  expect(logLine(10, null, 2)?.caught).toBeCloseTo(0.5, 9)
})

test('ages: a second at the left, a year at the right, more than a year no further', () => {
  expect([agePlace(0), agePlace(31_536_000), agePlace(1e9), agePlace(null)]).toEqual([
    ...[0, 1, 1, null],
  ])
  expect(agePlace(3_600)).toBeCloseTo(0.4743, 3)
})

test.each([
  ['tvl', { protocol: '49', chain: 'base' }, '/protocols/wren-lend'],
  ['tvl', { protocol: '7', chain: 'base' }, '/chains/base'],
  ['prices', { coin: 'base:0xaa' }, '/coins/base%3A0xaa'],
  ['equity_bars', { ticker: 'BRK.B', country: 'US' }, '/equities/US/BRK.B'],
  ['hacks', { id: 'day-1' }, '/hacks'],
  ['fx_rates', { currency: 'EUR' }, null],
])('page of a series: %s %o', (fact, key, page) => {
  expect(seriesPage(fact, key, protocols)).toBe(page)
})

test('late days: older than two steps at the end of the day', () => {
  const history = [7_201, 7_200, null].map((ageSeconds, day) => ({ day, ageSeconds }))
  const age = {
    ...{ fact: 'tvl', newestPoint: 1, ageSeconds: 1, lastRun: 1, lastRunAt: null },
    ...{ expectedSeconds: 3_600, isLate: false, history },
  }
  expect(lateDays(age)).toBe(1)
  expect(lateDays({ ...age, expectedSeconds: null })).toBeNull()
  expect(lateDays({ ...age, history: [] })).toBeNull()
})

test('figures before and after, a line for each column that changed', () => {
  const row = { key: { id: 'x', atSec: 60 }, run: 2 }
  expect(
    revisedValues([
      { ...row, old: { a: 100, b: null, c: ['x'] }, new: { a: 115, b: 5, c: ['x'] } },
    ]),
  ).toEqual([
    { atSec: 60, name: 'a', before: 100, after: 115, percent: expect.closeTo(15, 6) },
    { atSec: 60, name: 'b', before: null, after: 5, percent: null },
  ])
  expect([keyOf('{"protocol":"49"}'), keyOf('nonsense')]).toEqual([{ protocol: '49' }, {}])
})

test('name of a series and span of its changes', () => {
  expect(seriesName({ protocol: '49', chain: 'base', version: '' }, protocols)).toBe(
    'Wren Lend, base',
  )
  expect(spanText({ tvlUsd: { min: 15.2, max: 17.21 } })).toBe('+15.20 to +17.21%')
  expect(spanText({ tvlUsd: { min: -3, max: -3 }, shares: { min: 0, max: 0 } })).toBe('−3.00%')
  expect(spanText({ returnedUsd: { min: null, max: null } })).toBe('from nothing')
  expect(spanText({})).toBe('words')
})
