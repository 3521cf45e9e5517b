import Type from 'typebox'
import { computed } from '../../../http/render/cells.ts'
import { list, type Rows } from '../../../http/render/rows.ts'
import type { RequestContext } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { at } from '../../../lib/at.ts'
import { LATEST_UNIX_SEC } from '../../../lib/clock.ts'
import { type Closes, readCloses } from '../read/close-prices.ts'
import { type FundDay, fundsState } from '../read/funds.ts'
import {
  dayMember,
  figureMembers,
  figuresOf,
  flowMembers,
  flowOf,
  takenMember,
  underlyingPrice,
} from './fund-shapes.ts'

export const historySchema = Type.Array(
  shape({
    timestamp: dayMember,
    timestamp_exact: takenMember,
    ticker: Type.String({ description: 'Ticker of the fund' }),
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

/** The history of all assets or of one. */
export async function historyRows(
  context: RequestContext,
  { start = 0, end = LATEST_UNIX_SEC }: { start: number | undefined; end: number | undefined },
  asset?: string,
): Promise<Rows> {
  const funds = await context.states.get(fundsState, context.snapshot)
  const closesOf = await readCloses(context)
  const days = [...funds.values()]
    .filter((fund) => asset === undefined || fund.asset === asset)
    .flatMap((fund) => {
      const closes = closesOf(fund.asset)
      return fund.days
        .filter(({ reported: { daySec } }) => daySec >= start && daySec <= end)
        .map((day) => ({ ticker: fund.ticker, day, closes }))
    })
  return list(computed(days.length, (row) => rowOf(at(days, row))))
}

function rowOf({ ticker, day, closes }: { ticker: string; day: FundDay; closes: Closes }) {
  const { daySec, asOfSec } = day.reported
  return {
    timestamp: daySec,
    timestamp_exact: asOfSec,
    ticker,
    ...figuresOf(day),
    underlying_price: underlyingPrice(day, closes),
    ...flowOf(day),
  }
}
