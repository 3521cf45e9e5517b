import { describe, expect, test } from 'vitest'
import { type PairSample, pairPrice } from './pair-price.ts'

const WINDOW = { fromSec: 0, toSec: 600, decimals: 18, quoteDecimals: 6 }
const E18 = 10n ** 18n
const E6 = 10n ** 6n

/** A pair of so many whole tokens and quote units that keeps no sums. */
const plain = (timestampSec: number, tokens: bigint, quote: bigint): PairSample => ({
  timestampSec,
  reserve: tokens * E18,
  quoteReserve: quote * E6,
  cumulative: null,
})

describe('price', () => {
  test('default: reserves of 1,000 tokens and 2,000,000 quote units are 2,000 a token, whatever their decimals', () => {
    expect(pairPrice([plain(0, 1_000n, 2_000_000n)], WINDOW)).toEqual({
      price: expect.closeTo(2_000, 6),
      // 2,000,000 × (√1.02 − 1) = 2,000,000 × 0.00995049…
      depthInQuote: expect.closeTo(19_900.9876, 3),
    })
  })

  test('behavior: a state counts for as long as it stood', () => {
    // 250 s at 1, 50 s at 4, 300 s at 2: half of 600 s is reached by 1 (250) and 2 (550).
    const samples = [plain(0, 100n, 100n), plain(250, 100n, 400n), plain(300, 100n, 200n)]
    expect(pairPrice(samples, WINDOW)?.price).toBeCloseTo(2, 9)
  })

  test('behavior: seconds before the window do not count', () => {
    // 10,000 s at 1 of which 100 are within, then 500 s at 4.
    const samples = [plain(-9_900, 100n, 100n), plain(100, 100n, 400n)]
    expect(pairPrice(samples, WINDOW)?.price).toBeCloseTo(4, 9)
  })

  test('behavior: a pair’s own sums give the mean of each piece, with what has passed since the last trade', () => {
    const sampled = (
      timestampSec: number,
      quote: bigint,
      sum: bigint,
      lastSec: number,
    ): PairSample => ({
      ...plain(timestampSec, 100n, quote),
      cumulative: { price: (sum * 2n ** 112n) / 10n ** 12n, lastSec },
    })
    // At 1 from 0 to 100, at 3 until 200 (sum 100 + 300 = 400), where nothing was traded since 100:
    // the sum still says 100. From 200 to 300 at 3 again; a trade at 300 brought the sum to 700 and
    // the price to 9.
    const samples = [
      sampled(0, 100n, 0n, 0),
      sampled(200, 300n, 100n, 100),
      sampled(300, 900n, 700n, 300),
    ]
    // Pieces: 200 s at mean 2, 100 s at mean 3, then 9 until 400: half of 400 s is reached by the
    // first.
    expect(pairPrice(samples, { ...WINDOW, toSec: 400 })?.price).toBeCloseTo(2, 9)
    // With the last state until 310: 200, 100 and 10 s; still 2. Without the first piece (window
    // from 200): 100 s at 3, 10 s at 9.
    expect(pairPrice(samples, { ...WINDOW, fromSec: 200, toSec: 310 })?.price).toBeCloseTo(3, 9)
  })

  test('behavior: sums and clocks that ran over are still right', () => {
    const wrap = 2n ** 256n
    const rate = (2n ** 112n * 5n) / 10n ** 12n
    const before: PairSample = {
      ...plain(2 ** 32 - 50, 100n, 500n),
      cumulative: { price: wrap - rate * 10n, lastSec: 2 ** 32 - 50 },
    }
    const after: PairSample = {
      ...plain(2 ** 32 + 50, 100n, 500n),
      cumulative: { price: rate * 80n, lastSec: 40 },
    }
    // 90 s at 5 in the sums, and 10 s since.
    expect(
      pairPrice([before, after], { ...WINDOW, fromSec: 2 ** 32 - 50, toSec: 2 ** 32 + 50 })?.price,
    ).toBeCloseTo(5, 9)
  })
})

describe('what one block can do', () => {
  test('behavior: one state of a few seconds moves neither price nor depth', () => {
    const samples = [0, 100, 200, 300, 400, 500].map((at) => plain(at, 100n, 100n))
    // In the last block 10,000,000 quote units were put in: 10,000,100 against 100 × 100 ÷
    // 10,000,100 tokens.
    const attacked: PairSample = {
      ...plain(590, 1n, 10_000_100n),
      reserve: (10_000n * E18) / 10_000_100n,
    }
    expect(pairPrice([...samples, attacked], WINDOW)).toEqual({
      price: expect.closeTo(1, 9),
      // 100 × (√1.02 − 1): the dust it always was.
      depthInQuote: expect.closeTo(0.995049, 6),
    })
  })

  test('error: a pair that was empty at any time has no price', () => {
    expect(pairPrice([plain(0, 0n, 0n), plain(100, 100n, 100n)], WINDOW)).toBeUndefined()
    expect(pairPrice([], WINDOW)).toBeUndefined()
  })
})
