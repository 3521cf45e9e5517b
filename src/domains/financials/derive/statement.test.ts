import { describe, expect, test } from 'vitest'
import type { FeeDays } from '../../dimensions/public.ts'
import { type Incentives, periodsOf, statementOf } from './statement.ts'

describe('statement periods', () => {
  const dayOf = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000

  test.each([
    ['2024-01-01', '2024', '2024-Q1', '2024-01'],
    ['2024-02-29', '2024', '2024-Q1', '2024-02'],
    ['2024-03-31', '2024', '2024-Q1', '2024-03'],
    ['2024-04-01', '2024', '2024-Q2', '2024-04'],
    ['2024-12-31', '2024', '2024-Q4', '2024-12'],
    ['2025-10-01', '2025', '2025-Q4', '2025-10'],
  ])('default: %s', (text, yearly, quarterly, monthly) => {
    expect(periodsOf(dayOf(text))).toEqual({ yearly, quarterly, monthly })
  })
})

describe('statement', () => {
  const dayOf = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000

  /** Daily values by date. */
  function dense(values: Record<string, number>): { firstDay: number; values: Float64Array } {
    const days = Object.keys(values).map(dayOf)
    const firstDay = Math.min(...days)
    const all = new Float64Array(Math.max(...days) - firstDay + 1).fill(Number.NaN)
    for (const [text, value] of Object.entries(values)) all[dayOf(text) - firstDay] = value
    return { firstDay, values: all }
  }

  function fees(
    values: Record<string, number>,
    labels?: Record<string, Record<string, number>>,
  ): FeeDays {
    const chart = dense(values)
    if (labels === undefined) return { chart, labels: undefined }
    const parts = new Map(
      Object.entries(labels).map(([label, own]) => {
        const { firstDay, values: known } = dense(own)
        const aligned = new Float64Array(chart.values.length).fill(Number.NaN)
        aligned.set(known, firstDay - chart.firstDay)
        return [label, aligned]
      }),
    )
    return { chart, labels: { firstDay: chart.firstDay, days: chart.values.length, parts } }
  }

  const paid = (values: Record<string, number | null>): Incentives =>
    new Map(Object.entries(values).map(([text, usd]) => [dayOf(text), usd]))

  const byType = new Map([
    [
      'dailyFees',
      fees({ '2024-02-29': 100, '2024-03-01': 200, '2024-04-01': 400, '2025-01-01': 50 }),
    ],
    ['dailySupplySideRevenue', fees({ '2024-02-29': 60, '2024-03-01': 120 })],
    [
      'dailyRevenue',
      fees({ '2024-02-29': 40, '2024-03-01': 80, '2024-04-01': 100, '2025-01-01': 20 }),
    ],
    ['dailyHoldersRevenue', fees({ '2024-04-01': 30 })],
  ])
  const incentives = paid({
    '2024-01-15': 999,
    '2024-03-01': 10,
    '2024-03-20': 5,
    '2024-04-01': 130,
  })

  describe('default: six items in every period', () => {
    const { yearly, quarterly, monthly } = statementOf(byType, incentives)

    test('months', () => {
      expect(monthly).toEqual({
        '2024-02': {
          'Gross Protocol Revenue': { value: 100 },
          'Cost Of Revenue': { value: 60 },
          'Gross Profit': { value: 40 },
          'Token Holder Net Income': { value: null },
          Incentives: { value: 0 },
          Earnings: { value: 40 },
        },
        '2024-03': {
          'Gross Protocol Revenue': { value: 200 },
          'Cost Of Revenue': { value: 120 },
          'Gross Profit': { value: 80 },
          'Token Holder Net Income': { value: null },
          Incentives: { value: 15 }, // also on a day without fees
          Earnings: { value: 65 },
        },
        '2024-04': {
          'Gross Protocol Revenue': { value: 400 },
          'Cost Of Revenue': { value: null },
          'Gross Profit': { value: 100 },
          'Token Holder Net Income': { value: 30 },
          Incentives: { value: 130 },
          Earnings: { value: -30 },
        },
        '2025-01': {
          'Gross Protocol Revenue': { value: 50 },
          'Cost Of Revenue': { value: null },
          'Gross Profit': { value: 20 },
          'Token Holder Net Income': { value: null },
          Incentives: { value: 0 },
          Earnings: { value: 20 },
        },
      })
    })

    test('quarters are their months', () => {
      expect(quarterly['2024-Q1']).toEqual({
        'Gross Protocol Revenue': { value: 300 },
        'Cost Of Revenue': { value: 180 },
        'Gross Profit': { value: 120 },
        'Token Holder Net Income': { value: null },
        Incentives: { value: 15 },
        Earnings: { value: 105 },
      })
      expect(Object.keys(quarterly)).toEqual(['2024-Q1', '2024-Q2', '2025-Q1'])
    })

    test('years are their quarters; what was paid before the first fees does not count', () => {
      expect(yearly['2024']).toEqual({
        'Gross Protocol Revenue': { value: 700 },
        'Cost Of Revenue': { value: 180 },
        'Gross Profit': { value: 220 },
        'Token Holder Net Income': { value: 30 },
        Incentives: { value: 145 },
        Earnings: { value: 75 },
      })
    })
  })

  test('behavior: where nobody knows of incentives, earnings are the profit and say so', () => {
    const { yearly } = statementOf(byType, undefined)
    expect(yearly['2025']).toMatchObject({
      'Gross Profit': { value: 20 },
      Incentives: { value: null },
      Earnings: { value: 20, missing: ['Incentives'] },
    })
  })

  test('behavior: a payment without a price makes its periods incomplete, not others', () => {
    const payments = paid({ '2024-03-01': null, '2024-03-20': 5, '2024-04-01': 1 })
    const { monthly, quarterly } = statementOf(byType, payments)
    expect(monthly['2024-02']?.Incentives).toEqual({ value: 0 })
    expect(monthly['2024-02']?.Earnings).toEqual({ value: 40 })
    expect(monthly['2024-03']?.Incentives).toEqual({ value: null })
    // 80 less the 5 that are known; 40 + 80 − 5; 100 − 1.
    expect(monthly['2024-03']?.Earnings).toEqual({ value: 75, missing: ['Incentives'] })
    expect(quarterly['2024-Q1']?.Earnings).toEqual({ value: 115, missing: ['Incentives'] })
    expect(quarterly['2024-Q2']?.Earnings).toEqual({ value: 99 })
  })

  test('behavior: without a profit there are no earnings', () => {
    const onlyFees = new Map([['dailyFees', fees({ '2024-02-29': 100 })]])
    expect(statementOf(onlyFees, undefined).yearly['2024']?.Earnings).toEqual({
      value: null,
      missing: ['Incentives'],
    })
  })

  test('behavior: labels of a period add up to its value', () => {
    const labelled = new Map([
      [
        'dailyFees',
        fees(
          { '2024-02-29': 100, '2024-03-01': 200 },
          {
            'Token Swap Fees': { '2024-02-29': 90, '2024-03-01': 150 },
            Other: { '2024-02-29': 10, '2024-03-01': 50 },
          },
        ),
      ],
    ])
    const { monthly, yearly } = statementOf(labelled, undefined)
    expect(monthly['2024-02']?.['Gross Protocol Revenue']).toEqual({
      value: 100,
      'by-label': { 'Token Swap Fees': 90, Other: 10 },
    })
    expect(yearly['2024']?.['Gross Protocol Revenue']).toEqual({
      value: 300,
      'by-label': { 'Token Swap Fees': 240, Other: 60 },
    })
    expect(yearly['2024']?.['Gross Profit']).toEqual({ value: null })
  })

  test('behavior: nothing known, no periods', () => {
    expect(statementOf(new Map(), undefined)).toEqual({ yearly: {}, quarterly: {}, monthly: {} })
  })
})
