import { setImmediate } from 'node:timers/promises'
import Type from 'typebox'
import type { StateDefinition } from '../../../cache/states.ts'
import { Rendered } from '../../../http/rendered.ts'
import type { RequestContext } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { LATEST_UNIX_SEC } from '../../../lib/clock.ts'
import { readClosePrices } from '../read/close-prices.ts'
import { type Fund, type FundDay, fundsState } from '../read/funds.ts'
import { dayMember, FUND_FACTS, figureMembers, figuresOf, flowMembers, flowOf, takenMember } from './fund-shapes.ts'

export const historySchema = Type.Array(
  shape({ timestamp: dayMember, timestamp_exact: takenMember, ticker: Type.String(), ...figureMembers, ...flowMembers }),
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
  #prices: readonly (number | null)[] = []
  #text = ''

  constructor(days: readonly FundDay[]) {
    this.days = days
  }

  /** The rows with the prices of the asset on these days; written again only when one of them has changed. */
  text(ticker: string, prices: readonly (number | null)[]): string {
    if (this.#text === '' || prices.some((price, index) => price !== this.#prices[index])) {
      this.#prices = prices
      this.#text = writeRows(ticker, this.days, prices)
    }
    return this.#text
  }
}

interface WrittenFund {
  readonly fund: Fund
  readonly blocks: readonly Block[]
}

// So few that a new day costs little, so many that putting the blocks together does.
const DAYS_PER_BLOCK = 32

/** All funds in blocks. Writing a hundred thousand rows takes longer than everything else, so that blocks that did not change are kept. */
const writtenFundsState: StateDefinition<readonly WrittenFund[]> = {
  name: 'etfs.writtenFunds',
  reads: FUND_FACTS,
  build: async (snapshot, states) => toBlocks([], await states.get(fundsState, snapshot)),
  update: async (written, snapshot, _, states) => toBlocks(written, await states.get(fundsState, snapshot)),
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
      const isSame = same?.days.length === days.length && same.days.every((day, place) => day === days[place])
      blocks.push(isSame ? same : new Block(days))
    }
    return { fund, blocks }
  })
}

/** Rows of some days without brackets, ready to be put together. */
function writeRows(ticker: string, days: readonly FundDay[], prices: readonly (number | null)[]): string {
  const rows = days.map((day, index) => {
    const { daySec, asOfSec } = day.reported
    return {
      timestamp: daySec,
      timestamp_exact: asOfSec,
      ticker,
      ...figuresOf(day),
      underlying_price: prices[index] ?? null,
      ...flowOf(day),
    }
  })
  return JSON.stringify(rows).slice(1, -1)
}

/** The history of all assets or of one. */
export async function answerHistory(
  context: RequestContext,
  { start = 0, end = LATEST_UNIX_SEC }: { start: number | undefined; end: number | undefined },
  asset?: string,
): Promise<Rendered> {
  const all = await context.states.get(writtenFundsState, context.snapshot)
  const asked = all.filter(({ fund }) => asset === undefined || fund.asset === asset)
  const pricesOf = await readClosePrices(context, new Set(asked.map(({ fund }) => fund.asset)), rangeOf(asked, start, end))
  const texts: string[] = []
  for (const { fund, blocks } of asked) {
    const closes = pricesOf(fund.asset)
    for (const block of blocks) {
      const days = daysWithin(block, start, end)
      const prices = days.map(({ reported }) => reported.underlyingPriceUsd ?? closes.get(reported.daySec) ?? null)
      if (days === block.days) texts.push(block.text(fund.ticker, prices))
      else if (days.length > 0) texts.push(writeRows(fund.ticker, days, prices))
    }
    // Other answers take their turn between two funds.
    await setImmediate()
  }
  return new Rendered(`[${texts.join(',')}]`)
}

function daysWithin({ days }: Block, start: number, end: number): readonly FundDay[] {
  const isWhole = (days[0]?.reported.daySec ?? start) >= start && (days.at(-1)?.reported.daySec ?? end) <= end
  return isWhole ? days : days.filter(({ reported }) => reported.daySec >= start && reported.daySec <= end)
}

/** The days that can be asked for, within those that some fund has. */
function rangeOf(asked: readonly WrittenFund[], start: number, end: number): { fromSec: number; toSec: number } {
  const first = asked.map(({ fund }) => fund.days[0]?.reported.daySec ?? end)
  const last = asked.map(({ fund }) => fund.days.at(-1)?.reported.daySec ?? start)
  return { fromSec: Math.max(start, Math.min(...first)), toSec: Math.min(end, Math.max(...last)) }
}
