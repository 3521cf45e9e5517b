import { describe, expect, test } from 'vitest'
import { day, line, recorded, schedule } from '../schedules-for-tests.ts'
import { chartDays, MAX_POINTS, type SectionPoint, sectionPoints } from './chart-days.ts'
import { sectionCurve } from './section-curve.ts'

const span = (from: string, to: string) => ({ startSec: day(from), endSec: day(to) })

test('default: whole days from the first start to the last end', () => {
  expect(
    chartDays([span('2024-02-28T15:00', '2024-02-29T00:01'), span('2024-02-29', '2024-02-29')]),
  ).toEqual(['2024-02-28', '2024-02-29', '2024-03-01'].map(day))
})

test('behavior: an end at midnight is the last point', () => {
  expect(chartDays([span('2024-01-01', '2024-01-03')])).toEqual(
    ['2024-01-01', '2024-01-02', '2024-01-03'].map(day),
  )
})

test('behavior: one timestamp at midnight is one point', () => {
  expect(chartDays([span('2024-01-01', '2024-01-01')])).toEqual([day('2024-01-01')])
})

test('behavior: what has not started does not count; nothing started is no chart', () => {
  const unknown = { startSec: undefined, endSec: 0 }
  expect(chartDays([unknown, span('2024-01-01', '2024-01-01')])).toEqual([day('2024-01-01')])
  expect(chartDays([unknown])).toEqual([])
  expect(chartDays([])).toEqual([])
})

test('behavior: a chart never has more points than a service can answer with', () => {
  const long = Array.from({ length: 40 }, () => span('2009-01-01', '2105-01-01'))
  // 40 sections share the points: 2,500 days for each.
  expect(chartDays(long)).toHaveLength(MAX_POINTS / 40)
})

describe('a vesting schedule with a cliff, a leap year and steps, worked out by hand', () => {
  const { sections } = schedule({
    sections: [
      {
        label: 'Team',
        category: 'insiders',
        unlocks: [
          { type: 'cliff', at: '2024-02-29', amount: 1_200 },
          // A year from a leap day ends on 28 February 2025: 365 days, so 10 a day.
          { type: 'linear', from: '2024-02-29', for: '12 months', amount: 3_650 },
        ],
      },
      {
        label: 'Sale',
        category: 'privateSale',
        unlocks: [
          { type: 'step', from: '2024-01-31', every: '1 month', steps: 3, amountPerStep: 100 },
        ],
      },
    ],
  })
  const curves = sections.map((section) => sectionCurve(section, undefined))
  const days = chartDays(curves)
  const [team = [], sale = []] = curves.map((curve) => sectionPoints(curve, days))
  const on = (points: readonly SectionPoint[], iso: string) =>
    points.find(({ timestamp }) => timestamp === day(iso))?.unlocked

  test('behavior: a point for each day from the start of the steps to the end of the line', () => {
    // 366 days from 31 January 2024 to 31 January 2025, 28 more to 28 February, and the first day
    // itself.
    expect(days).toHaveLength(366 + 28 + 1)
    expect([days[0], days.at(-1)]).toEqual([day('2024-01-31'), day('2025-02-28')])
    expect([team.length, sale.length]).toEqual([395, 395])
  })

  test.each([
    // Team: nothing, the cliff, then 10 a day. Sale: 100 on 29 February, 31 March and 30 April.
    ['2024-01-31', 0, 0],
    ['2024-02-28', 0, 0],
    ['2024-02-29', 1_200, 100],
    ['2024-03-01', 1_210, 100],
    ['2024-03-30', 1_500, 100],
    ['2024-03-31', 1_510, 200],
    ['2024-04-29', 1_800, 200],
    ['2024-04-30', 1_810, 300],
    ['2025-02-27', 4_840, 300],
    ['2025-02-28', 4_850, 300],
  ])('behavior: %s', (iso, ofTeam, ofSale) => {
    expect(on(team, iso)).toBeCloseTo(ofTeam, 9)
    expect(on(sale, iso)).toBe(ofSale)
  })

  test('behavior: nothing is burned, so what is emitted is unlocked', () => {
    expect(
      team.every(({ unlocked, rawEmission, burned }) => unlocked === rawEmission && burned === 0),
    ).toBe(true)
  })
})

test('behavior: a burning section is below zero', () => {
  const curve = line('Burn', '2024-01-01', '2024-01-03', 20, { isBurn: true })
  expect(sectionPoints(curve, ['2024-01-01', '2024-01-02', '2024-01-03'].map(day))).toEqual([
    { timestamp: day('2024-01-01'), unlocked: 0, rawEmission: 0, burned: 0 },
    { timestamp: day('2024-01-02'), unlocked: -10, rawEmission: 0, burned: 10 },
    { timestamp: day('2024-01-03'), unlocked: -20, rawEmission: 0, burned: 20 },
  ])
})

test('behavior: points after the last record of an incomplete section say that they are a forecast', () => {
  const curve = recorded('A', { '2024-01-01': 10, '2024-01-02': 20 }, { allocation: 35 })
  expect(sectionPoints(curve, ['2024-01-02', '2024-01-03', '2024-01-04'].map(day))).toEqual([
    { timestamp: day('2024-01-02'), unlocked: 20, rawEmission: 20, burned: 0 },
    { timestamp: day('2024-01-03'), unlocked: 30, rawEmission: 30, burned: 0, forecast: true },
    { timestamp: day('2024-01-04'), unlocked: 35, rawEmission: 35, burned: 0, forecast: true },
  ])
})
