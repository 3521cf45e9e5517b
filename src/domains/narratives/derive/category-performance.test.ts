import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  categoryPerformance,
  DailyFigures,
  type Member,
  type Period,
  PRICE_HOLDS_DAYS,
  periodStart,
} from './category-performance.ts'

const sec = (iso: string) => Date.parse(iso) / 1000

test.each<[Period, now: string, start: string]>([
  ['7', '2026-01-14T12:00:00Z', '2026-01-07T00:00:00Z'],
  ['7', '2026-01-14T00:00:00Z', '2026-01-07T00:00:00Z'],
  ['7', '2026-01-14T23:59:59Z', '2026-01-07T00:00:00Z'],
  ['30', '2026-03-01T08:00:00Z', '2026-01-30T00:00:00Z'],
  ['365', '2026-01-14T12:00:00Z', '2025-01-14T00:00:00Z'],
  // 2024 has a 29 February, so 365 days are a day less than the year.
  ['365', '2025-01-14T12:00:00Z', '2024-01-15T00:00:00Z'],
  ['ytd', '2026-01-14T12:00:00Z', '2026-01-01T00:00:00Z'],
  ['ytd', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
  ['ytd', '2025-12-31T23:59:59Z', '2025-01-01T00:00:00Z'],
])('%s at %s starts on %s', (period, now, start) => {
  expect(periodStart(period, sec(now))).toBe(sec(start))
})

const DAY = 86_400

describe('daily figures', () => {
  test('default: figures by day and slot, NaN where there is none', () => {
    const figures = new DailyFigures(['a', 'b'], 0)
    figures.setPrice('a', 5 * DAY + 3_600, 1)
    figures.setPrice('b', 6 * DAY - 1, 9)
    figures.setPrice('b', 6 * DAY, 10)
    figures.setSupply('a', 6 * DAY + 1, 100)
    expect(figures.listDays()).toEqual([5, 6])
    expect(figures.find(5)?.prices).toEqual(new Float64Array([1, 9]))
    expect(figures.find(6)?.prices).toEqual(new Float64Array([Number.NaN, 10]))
    expect(figures.find(6)?.supplies).toEqual(new Float64Array([100, Number.NaN]))
    expect(figures.find(7)).toBeUndefined()
  })

  test('behavior: supplies before the first day stand apart', () => {
    const figures = new DailyFigures(['a', 'b'], 5)
    figures.setSupplyBefore('b', 7)
    expect(figures.suppliesBefore).toEqual(new Float64Array([Number.NaN, 7]))
    expect(figures.listDays()).toEqual([])
  })

  test('error: throws for a coin that is not among them', () => {
    expect(() => new DailyFigures(['a'], 0).slotOf('b')).toThrow('b is not among these figures.')
  })
})

const FIRST = 1_000
type Series = Record<string, (number | null)[]>

/**
 * Prices and supplies of coins, one figure a day from day 1,000 on; a supply that is told once
 * holds.
 */
function figuresOf(prices: Series, supplies: Series, fromDay = 0): DailyFigures {
  const figures = new DailyFigures(
    [...new Set([...Object.keys(prices), ...Object.keys(supplies)])].sort(),
    fromDay,
  )
  for (const [coin, list] of Object.entries(prices)) {
    for (const [index, price] of list.entries())
      if (price !== null) figures.setPrice(coin, (FIRST + index) * DAY, price)
  }
  for (const [coin, list] of Object.entries(supplies)) {
    for (const [index, supply] of list.entries())
      if (supply !== null) figures.setSupply(coin, (FIRST + index) * DAY, supply)
  }
  return figures
}

function member(coin: string, known: Partial<Member> = {}): Member {
  return {
    category: 0,
    coin,
    priced: coin,
    fromDay: 0,
    toDay: Number.POSITIVE_INFINITY,
    ...known,
  }
}

/** The line of one category over `length` days from day 1,000 + `from` on, to nine decimals. */
function line(
  members: Member[],
  figures: DailyFigures,
  length: number,
  from = 0,
): (number | null)[] {
  const range = { startDay: FIRST + from, endDay: FIRST + from + length - 1 }
  return categoryPerformance(1, members, figures, range).map(([figure = null]) => rounded(figure))
}

const rounded = (figure: number | null) => (figure === null ? null : Number(figure.toFixed(9)) + 0)

describe('weights', () => {
  test('behavior: one coin is its own change', () => {
    // 11 ÷ 10, 9.9 ÷ 10, 10 ÷ 10.
    expect(line([member('a')], figuresOf({ a: [10, 11, 9.9, 10] }, { a: [7] }), 4)).toEqual([
      0, 10, -1, 0,
    ])
  })

  test('default: members weigh by market cap, and with the same members and supplies the line is the change of their cap', () => {
    const figures = figuresOf({ a: [10, 12, 12], b: [300, 285, 342] }, { a: [100], b: [10] })
    // Caps: 1,000 + 3,000 = 4,000; 1,200 + 2,850 = 4,050; 1,200 + 3,420 = 4,620. 4,050 ÷ 4,000;
    // 4,620 ÷ 4,000.
    expect(line([member('a'), member('b')], figures, 3)).toEqual([0, 1.25, 15.5])
  })

  test('behavior: new tokens are no gain; from the next day they weigh', () => {
    const figures = figuresOf({ a: [10, 10, 11], b: [10, 10, 10] }, { a: [100, 300], b: [100] })
    // Day 1: a issues 200 tokens at an unchanged price: (100 × 10 + 1,000) ÷ 2,000 = 1.
    // Day 2: caps of the day before 3,000 and 1,000: (300 × 11 + 1,000) ÷ 4,000 = 1.075.
    expect(line([member('a'), member('b')], figures, 3)).toEqual([0, 0, 7.5])
  })

  test('behavior: a coin that was worth nothing has no weight', () => {
    // From 0 to 5 is no percentage; b alone makes 10%. Then caps 500 and 1,100: (1,000 + 1,100) ÷
    // 1,600 = 1.3125, × 1.1 = 1.44375.
    const figures = figuresOf({ a: [0, 5, 10], b: [10, 11, 11] }, { a: [100], b: [100] })
    expect(line([member('a'), member('b')], figures, 3)).toEqual([0, 10, 44.375])
  })

  test('behavior: a wrapped coin takes another’s price and weighs by its own supply', () => {
    const figures = figuresOf(
      { target: [10, 20], b: [10, 10] },
      { wrapped: [30], target: [1_000_000], b: [10] },
    )
    // Caps 300 and 100: (600 + 100) ÷ 400.
    expect(line([member('wrapped', { priced: 'target' }), member('b')], figures, 2)).toEqual([
      0, 75,
    ])
  })

  test('behavior: each category has its own line', () => {
    const figures = figuresOf({ a: [10, 11], b: [10, 12] }, { a: [1], b: [1] })
    const members = [
      member('a'),
      member('b', { category: 1 }),
      member('a', { category: 2 }),
      member('b', { category: 2 }),
    ]
    const rows = categoryPerformance(4, members, figures, { startDay: FIRST, endDay: FIRST + 1 })
    expect(rows.map((row) => row.map(rounded))).toEqual([
      [0, 0, 0, null],
      // (11 + 12) ÷ 20.
      [10, 20, 15, null],
    ])
  })
})

describe('joining and leaving', () => {
  const figures = figuresOf({ a: [10, 12, 12, 15], b: [1, 200, 300, 342] }, { a: [100], b: [10] })

  test('default: a coin that joins moves neither the past nor the day it joins', () => {
    const alone = line([member('a')], figures, 4)
    expect(alone).toEqual([0, 20, 20, 50])
    // b joins on the third day. Fourth: caps 1,200 and 3,000: (1,500 + 3,420) ÷ 4,200 =
    // 1.171428571…, × 1.2 = 1.405714285…
    const joined = line([member('a'), member('b', { fromDay: FIRST + 2 })], figures, 4)
    expect(joined).toEqual([0, 20, 20, 40.571428571])
  })

  test('behavior: a coin that leaves counts for the last time on the day before', () => {
    // b is a member on the first three days: 1 → 200 → 300 with caps 10, 2,000 beside a’s 1,000,
    // 1,200. Day 1: (1,200 + 2,000) ÷ 1,010 = 3.168316831…; day 2: (1,200 + 3,000) ÷ 3,200, so
    // 4,200 ÷ 1,010 = 4.158415841… Day 3: a alone, 15 ÷ 12 = 1.25, × 4.158415841… = 5.198019801…
    const left = line([member('a'), member('b', { toDay: FIRST + 3 })], figures, 4)
    expect(left).toEqual([0, 216.831683168, 315.841584158, 419.801980198])
  })

  test('behavior: one that never was a member counts nowhere', () => {
    const never = member('b', { fromDay: FIRST + 1, toDay: FIRST + 1 })
    expect(line([member('a'), never], figures, 4)).toEqual([0, 20, 20, 50])
  })

  test('behavior: a category begins at 0 on the day it has a member', () => {
    // 342 ÷ 300.
    expect(line([member('b', { fromDay: FIRST + 2 })], figures, 4)).toEqual([null, null, 0, 14])
  })

  test('behavior: once nothing ties it to its start, there is no figure', () => {
    // a leaves after two days, b joins on the fourth: what is between is not known.
    const members = [member('a', { toDay: FIRST + 2 }), member('b', { fromDay: FIRST + 3 })]
    const longer = figuresOf(
      { a: [10, 12, 12, 15, 15], b: [1, 200, 300, 342, 400] },
      { a: [100], b: [10] },
    )
    expect(line(members, longer, 5)).toEqual([0, 20, null, null, null])
    // A period that starts later is not concerned: 400 ÷ 342 = 1.169590643…
    expect(line(members, longer, 2, 3)).toEqual([0, 16.959064327])
  })
})

describe('what is missing', () => {
  test('behavior: nothing known', () => {
    expect(line([], figuresOf({ a: [] }, {}), 3)).toEqual([null, null, null])
    expect(line([member('a')], figuresOf({ a: [] }, {}), 2)).toEqual([null, null])
  })

  test('behavior: a period of one day is one 0', () => {
    expect(line([member('a')], figuresOf({ a: [10] }, { a: [1] }), 1)).toEqual([0])
  })

  test('behavior: a price without a supply is no market cap, and the other way round', () => {
    expect(line([member('a')], figuresOf({ a: [10, 11, 12] }, {}), 3)).toEqual([null, null, null])
    expect(line([member('a')], figuresOf({}, { a: [10, 11, 12] }), 3)).toEqual([null, null, null])
    // The supply is known from the second day on: 12 ÷ 11 = 1.090909…
    expect(line([member('a')], figuresOf({ a: [10, 11, 12] }, { a: [null, 5] }), 3)).toEqual([
      null,
      0,
      9.090909091,
    ])
  })

  test('behavior: a day on which no member is priced has no figure, and the next one has the whole move', () => {
    expect(line([member('a')], figuresOf({ a: [10, null, null, 12] }, { a: [1] }), 4)).toEqual([
      0,
      null,
      null,
      20,
    ])
  })

  test('behavior: beside others a coin without a price stands still until it has one', () => {
    const figures = figuresOf({ a: [10, null, 12], b: [10, 11, 11] }, { a: [100], b: [100] })
    // (1,000 + 1,100) ÷ 2,000 = 1.05; then (1,200 + 1,100) ÷ 2,100, so 2,300 ÷ 2,000 = 1.15.
    expect(line([member('a'), member('b')], figures, 3)).toEqual([0, 5, 15])
  })

  test('behavior: a period may start on a price of a few days before', () => {
    // Started on the third day, for which the price of the first stands: 12 ÷ 10.
    expect(line([member('a')], figuresOf({ a: [10, null, null, 12] }, { a: [1] }), 2, 2)).toEqual([
      0, 20,
    ])
  })

  test(`behavior: a price stands for ${PRICE_HOLDS_DAYS} days and no longer`, () => {
    const gap = (days: number) => [10, ...Array<null>(days).fill(null), 12]
    // Missing on 30 days: the thirtieth still has it, and the next has a price of its own.
    expect(line([member('a')], figuresOf({ a: gap(30) }, { a: [1] }), 32).at(-1)).toBe(20)
    // Missing on 31: the chain is broken.
    expect(line([member('a')], figuresOf({ a: gap(31) }, { a: [1] }), 33).at(-1)).toBeNull()
    // Beside another, it comes back like one that joins: 12 is no move, 15 ÷ 12 is, with caps 12
    // and 10: (15 + 10) ÷ 22.
    const beside = figuresOf(
      { a: [...gap(31), 15], b: Array<number>(34).fill(10) },
      { a: [1], b: [1] },
    )
    expect(line([member('a'), member('b')], beside, 34).slice(-3)).toEqual([0, 0, 13.636363636])
  })

  test('behavior: a supply stands until the next, also from before the first day that is kept', () => {
    const figures = figuresOf(
      { a: [10, 11, 12], b: [10, 10, 10] },
      { a: [300], b: [100] },
      FIRST + 1,
    )
    // Caps 300 × 11 and 100 × 10: (3,600 + 1,000) ÷ 4,300 = 1.069767441…
    expect(line([member('a'), member('b')], figures, 2, 1)).toEqual([0, 6.976744186])
  })
})

describe('for any market', () => {
  const prices = fc.array(fc.option(fc.double({ min: 1, max: 100, noNaN: true }), { freq: 4 }), {
    minLength: 8,
    maxLength: 8,
  })
  const market = fc.record({ a: prices, b: prices, late: prices })
  const supplies = { a: [100], b: [3], late: [70] }

  test('behavior: a coin that joins on a day changes nothing up to that day', () => {
    fc.assert(
      fc.property(market, fc.integer({ min: 0, max: 7 }), (series, joins) => {
        // b is always priced, so that whether a figure is shown does not depend on the newcomer.
        const figures = figuresOf(
          { ...series, b: series.b.map((price, index) => price ?? index + 1) },
          supplies,
        )
        const before = line([member('a'), member('b')], figures, 8)
        const after = line(
          [member('a'), member('b'), member('late', { fromDay: FIRST + joins })],
          figures,
          8,
        )
        expect(after.slice(0, joins + 1)).toEqual(before.slice(0, joins + 1))
      }),
    )
  })

  test('behavior: a long period is the short ones put together', () => {
    fc.assert(
      fc.property(market, fc.integer({ min: 1, max: 6 }), (series, middle) => {
        const figures = figuresOf(
          { ...series, b: series.b.map((price, index) => price ?? index + 1) },
          supplies,
        )
        const members = [member('a'), member('b'), member('late', { fromDay: FIRST + 3 })]
        const whole = categoryPerformance(1, members, figures, {
          startDay: FIRST,
          endDay: FIRST + 7,
        }).map(([figure]) => figure ?? Number.NaN)
        const rest =
          categoryPerformance(1, members, figures, {
            startDay: FIRST + middle,
            endDay: FIRST + 7,
          }).at(-1)?.[0] ?? Number.NaN
        const product = (1 + (whole[middle] ?? Number.NaN) / 100) * (1 + rest / 100)
        expect(product / (1 + (whole[7] ?? Number.NaN) / 100)).toBeCloseTo(1, 6)
      }),
    )
  })
})
