import { setImmediate } from 'node:timers/promises'
import Type from 'typebox'
import type { StateDefinition } from '../../../cache/states.ts'
import { RenderedBytes } from '../../../http/rendered.ts'
import type { RequestContext } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { LATEST_UNIX_SEC } from '../../../lib/clock.ts'
import { float64s } from '../../../lib/number-arrays.ts'
import { type Closes, closeOn, readCloses } from '../read/close-prices.ts'
import { type Fund, type FundDay, fundsState } from '../read/funds.ts'
import {
  dayMember,
  FUND_FACTS,
  figureMembers,
  figuresOf,
  flowMembers,
  flowOf,
  takenMember,
} from './fund-shapes.ts'

export const historySchema = Type.Array(
  shape({
    timestamp: dayMember,
    timestamp_exact: takenMember,
    ticker: Type.String(),
    ...figureMembers,
    ...flowMembers,
  }),
)

export const historyExample = [
  {
    timestamp: 1_760_054_400,
    timestamp_exact: 1_760_130_000,
    ticker: 'TARNB',
    price: 58.12,
    nav: 58.07,
    volume: 412_000_000,
    shares: 310_000_000,
    underlying: 155_400,
    underlying_price: 115_840.2,
    aum: 18_001_700_000,
    flows: -12_194_700,
    flows_source: 'computed',
  },
]

/** Some days in a row of one fund, whose rows are kept as they were written last. */
class Block {
  readonly days: readonly FundDay[]
  readonly #daysSec: Float64Array
  /** Prices of the asset as the fund gave them, NaN where it gave none. */
  readonly #given: Float64Array
  #prices: Float64Array | undefined
  #bytes = NOTHING

  constructor(days: readonly FundDay[]) {
    this.days = days
    this.#daysSec = float64s(days.length, (index) => days[index]?.reported.daySec ?? Number.NaN)
    this.#given = float64s(
      days.length,
      (index) => days[index]?.reported.underlyingPriceUsd ?? Number.NaN,
    )
  }

  /**
   * The rows with the prices of the asset on these days, a comma before each; written again only
   * when one of the prices has changed.
   */
  bytes(ticker: string, closes: Closes): Buffer {
    if (this.#prices === undefined || !this.#holds(this.#prices, closes)) {
      this.#prices = this.#daysSec.map((_, place) => this.#priceOn(place, closes))
      this.#bytes = Buffer.from(writeRows(ticker, this.days, this.#prices))
    }
    return this.#bytes
  }

  /** Rows of the days of a range. */
  write(ticker: string, closes: Closes, { start, end }: DayRange): string {
    const places = this.days.flatMap(({ reported }, place) =>
      reported.daySec >= start && reported.daySec <= end ? [place] : [],
    )
    return writeRows(
      ticker,
      places.map((place) => this.days[place] as FundDay),
      places.map((place) => this.#priceOn(place, closes)),
    )
  }

  isWithin({ start, end }: DayRange): boolean {
    return (this.#daysSec[0] ?? start) >= start && (this.#daysSec.at(-1) ?? end) <= end
  }

  #holds(prices: Float64Array, closes: Closes): boolean {
    return prices.every((price, place) => Object.is(price, this.#priceOn(place, closes)))
  }

  #priceOn(place: number, closes: Closes): number {
    const given = this.#given[place] ?? Number.NaN
    return Number.isNaN(given) ? closeOn(closes, this.#daysSec[place] ?? 0) : given
  }
}

interface DayRange {
  start: number
  end: number
}

interface WrittenFund {
  readonly fund: Fund
  readonly blocks: readonly Block[]
}

const NOTHING = Buffer.alloc(0)
// So few that a new day costs little, so many that putting the blocks together does.
const DAYS_PER_BLOCK = 32

/**
 * All funds in blocks. Writing a hundred thousand rows takes longer than everything else, so that
 * blocks that did not change are kept.
 */
const writtenFundsState: StateDefinition<readonly WrittenFund[]> = {
  name: 'etfs.writtenFunds',
  reads: FUND_FACTS,
  build: async (snapshot, states) => toBlocks([], await states.get(fundsState, snapshot)),
  update: async (written, snapshot, _, states) =>
    toBlocks(written, await states.get(fundsState, snapshot)),
}

function toBlocks(previous: readonly WrittenFund[], funds: readonly Fund[]): WrittenFund[] {
  const before = new Map(previous.map((written) => [written.fund.ticker, written]))
  return funds.map((fund) => {
    const known = before.get(fund.ticker)
    if (known?.fund === fund) return known
    const blocks: Block[] = []
    for (let index = 0; index < fund.days.length; index += DAYS_PER_BLOCK) {
      const days = fund.days.slice(index, index + DAYS_PER_BLOCK)
      const same = known?.blocks[blocks.length]
      const isSame =
        same?.days.length === days.length && same.days.every((day, place) => day === days[place])
      blocks.push(isSame ? same : new Block(days))
    }
    return { fund, blocks }
  })
}

/** Rows of some days, a comma before each, ready to be put together. */
function writeRows(ticker: string, days: readonly FundDay[], prices: ArrayLike<number>): string {
  if (days.length === 0) return ''
  const rows = days.map((day, index) => {
    const { daySec, asOfSec } = day.reported
    return {
      timestamp: daySec,
      timestamp_exact: asOfSec,
      ticker,
      ...figuresOf(day),
      // What is no number is written as null.
      underlying_price: prices[index],
      ...flowOf(day),
    }
  })
  return `,${JSON.stringify(rows).slice(1, -1)}`
}

/** The history of all assets or of one. */
export async function answerHistory(
  context: RequestContext,
  { start = 0, end = LATEST_UNIX_SEC }: { start: number | undefined; end: number | undefined },
  asset?: string,
): Promise<RenderedBytes> {
  const [all, closesOf] = await Promise.all([
    context.states.get(writtenFundsState, context.snapshot),
    readCloses(context),
  ])
  const parts: Buffer[] = []
  for (const { fund, blocks } of all.filter(
    ({ fund }) => asset === undefined || fund.asset === asset,
  )) {
    const closes = closesOf(fund.asset)
    for (const block of blocks) {
      const part = block.isWithin({ start, end })
        ? block.bytes(fund.ticker, closes)
        : Buffer.from(block.write(fund.ticker, closes, { start, end }))
      if (part.length > 0) parts.push(part)
    }
    // Other answers take their turn between two funds.
    await setImmediate()
  }
  const [first = NOTHING, ...rest] = parts
  // No comma before the first.
  return new RenderedBytes(
    Buffer.concat([Buffer.from('['), first.subarray(1), ...rest, Buffer.from(']')]),
  )
}
