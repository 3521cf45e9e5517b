import { expect, test } from 'vitest'
import { dateOf, dayOf } from '../days.ts'
import { figure, HALF, NINE_MONTHS, Q1, Q2, Q3, realFigures, YEAR } from './figures-for-tests.ts'
import { makeLedger } from './ledger.ts'
import { flowOrZero, flowValues, perShareValues, plainValues } from './line-values.ts'

const shown = (values: ReadonlyMap<number, { value: number }>) =>
  Object.fromEntries(
    [...values].sort(([a], [b]) => a - b).map(([day, { value }]) => [dateOf(day), value]),
  )

test('default: a period takes the best tag that has it', () => {
  const best = [figure('revenue', Q1, 10)]
  const other = [figure('revenue', Q1, 9, { tag: 1 }), figure('revenue', Q2, 11, { tag: 1 })]
  expect(shown(flowValues([best, other]).quarters)).toEqual({ '2025-03-31': 10, '2025-06-30': 11 })
})

test('behavior: when quarters of several tags do not add up to the year, the last one is unknown', () => {
  // By the second tag the fourth quarter is 40 − 27 = 13; with the quarters of the first, 10 + 11 +
  // 12 + 13 = 46 is not 40.
  const best = [figure('revenue', Q1, 10), figure('revenue', Q2, 11), figure('revenue', Q3, 12)]
  const other = [
    figure('revenue', NINE_MONTHS, 27, { tag: 1 }),
    figure('revenue', YEAR, 40, { tag: 1 }),
  ]
  expect(shown(flowValues([best, other]).quarters)).toEqual({
    '2025-03-31': 10,
    '2025-06-30': 11,
    '2025-09-30': 12,
  })
})

test('behavior: a filed fourth quarter may be off by a thousandth of the year, not more', () => {
  const quarters = [
    figure('revenue', Q1, 1000),
    figure('revenue', Q2, 1000),
    figure('revenue', Q3, 1000),
    figure('revenue', YEAR, 4000),
  ]
  const fourth = (value: number) =>
    shown(flowValues([[...quarters, figure('revenue', '2025-10-01..2025-12-31', value)]]).quarters)[
      '2025-12-31'
    ]
  expect(fourth(1004)).toBe(1004)
  expect(fourth(1005)).toBeUndefined()
})

test('behavior: averages and figures per share are never subtracted', () => {
  expect(
    shown(
      plainValues([[figure('sharesBasic', Q1, 100), figure('sharesBasic', YEAR, 104)]]).quarters,
    ),
  ).toEqual({ '2025-03-31': 100 })
})

test('behavior: a cash flow statement without the line says zero', () => {
  // Buybacks only from the second quarter on: 0, then 100 of the half-year, 0 more in the nine
  // months, 50 in the year.
  const cash = [Q1, HALF, NINE_MONTHS, YEAR].map((period) => figure('operatingCash', period, 1))
  const buybacks = [
    figure('repurchases', HALF, 100),
    figure('repurchases', NINE_MONTHS, 100),
    figure('repurchases', YEAR, 150),
  ]
  expect(shown(flowOrZero([buybacks], cash).quarters)).toEqual({
    '2025-03-31': 0,
    '2025-06-30': 100,
    '2025-09-30': 0,
    '2025-12-31': 50,
  })
  expect(shown(flowOrZero([[]], cash).years)).toEqual({ '2025-12-31': 0 })
})

test('behavior: without a statement nothing is known', () => {
  expect(flowOrZero([[]], [])).toEqual({ years: new Map(), quarters: new Map() })
})

const END = dayOf('2025-12-31')
const eps = (period: string, value: number, filed?: string) =>
  figure('epsBasic', period, value, filed === undefined ? {} : { filed })
const shares = (nineMonths: number, year: number) => ({
  shares: [figure('sharesBasic', NINE_MONTHS, nineMonths), figure('sharesBasic', YEAR, year)],
  incomes: [],
})
const FILED = [eps(Q1, 1), eps(Q2, 1.1), eps(Q3, 1.2), eps(NINE_MONTHS, 3.31), eps(YEAR, 4.56)]

function fourth(...given: Parameters<typeof perShareValues>): number | string | undefined {
  const { quarters, reasons } = perShareValues(...given)
  return quarters.get(END)?.value ?? reasons.get(END)
}

test('default: the year less the nine months, not less three rounded quarters', () => {
  // 4.56 − 3.31; less 1 + 1.1 + 1.2 it would be 1.26.
  expect(fourth([FILED], shares(1_000, 1_010))).toBe(1.25)
  const { quarters } = perShareValues([FILED], shares(1_000, 1_010))
  expect(Object.fromEntries([...quarters].map(([day, { value }]) => [dateOf(day), value]))).toEqual(
    { '2025-03-31': 1, '2025-06-30': 1.1, '2025-09-30': 1.2, '2025-12-31': 1.25 },
  )
})

test('behavior: a fourth quarter that was filed stands', () => {
  const filed = [...FILED, eps('2025-10-01..2025-12-31', 1.23)]
  expect(fourth([filed], shares(1_000, 1_000))).toBe(1.23)
  expect(perShareValues([filed], shares(1, 9)).reasons.size).toBe(0)
})

test.each<[string, Parameters<typeof perShareValues>, string]>([
  [
    'shares changed by more than a hundredth',
    [[FILED], shares(1_000, 1_011)],
    'Average shares of the year and of its nine months differ by 1.1%.',
  ],
  [
    'no share count',
    [[FILED], { shares: [], incomes: [] }],
    'The average shares of the year or of its nine months are not known.',
  ],
  [
    'no nine months',
    [[[eps(YEAR, 4.56)]], shares(1_000, 1_000)],
    'The nine months before it were not filed.',
  ],
  [
    'the year was restated alone',
    [
      [[eps(NINE_MONTHS, 3.31), { ...eps(YEAR, 4.56), firstValue: 4.4, lastFiled: '2026-06-01' }]],
      shares(1_000, 1_000),
    ],
    'The year or its nine months were restated alone.',
  ],
])('behavior: %s', (_, given, reason) => {
  expect(fourth(...given)).toBe(reason)
})

test('behavior: without a share count income ÷ its figure per share tells it', () => {
  const incomes = [figure('netIncome', NINE_MONTHS, 3_310), figure('netIncome', YEAR, 4_560)]
  expect(fourth([FILED], { shares: [], incomes })).toBe(1.25)
  // 4,700 ÷ 4.56 are 3.1% more shares than 3,310 ÷ 3.31.
  const more = [figure('netIncome', NINE_MONTHS, 3_310), figure('netIncome', YEAR, 4_700)]
  expect(fourth([FILED], { shares: [], incomes: more })).toContain('3.1%')
})

test('behavior: cents are too coarse to tell a share count', () => {
  const small = [eps(NINE_MONTHS, 0.3), eps(YEAR, 0.4)]
  const incomes = [figure('netIncome', NINE_MONTHS, 300), figure('netIncome', YEAR, 400)]
  expect(fourth([small], { shares: [], incomes })).toContain('not known')
})

test('behavior: SNOW as filed', () => {
  const ledger = makeLedger(realFigures('SNOW'))
  const day = dayOf('2025-01-31')
  // −3.86 − −2.88; 1,285.640 ÷ 3.86 and 958.166 ÷ 2.88 are 333.07 and 332.70 million shares.
  expect(ledger.quarter('epsBasic', day)).toBe(-0.98)
  expect(ledger.quarter('epsDiluted', day)).toBe(-0.98)
  expect(ledger.reason('epsBasic', day)).toBeUndefined()
  // −1,285.640 − −958.166.
  expect(ledger.quarter('netIncome', day)).toBe(-327_474_000)
})
