import Type from 'typebox'
import { string } from '../../../http/described.ts'
import { computed } from '../../../http/render/cells.ts'
import { list, type Rows } from '../../../http/render/rows.ts'
import { defineRoute, type RequestContext } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { at } from '../../../lib/at.ts'
import { LATEST_UNIX_SEC } from '../../../lib/clock.ts'
import { closesOfState } from '../read/close-prices.ts'
import { fundsState } from '../read/funds.ts'
import { figureMembers, flowRecord } from '../records.ts'
import {
  dayMember,
  dayRangeQuery,
  ETHEREUM,
  exampleFigures,
  figuresOf,
  PRICED_FUND_FACTS,
  takenMember,
} from './fund-shapes.ts'

const historySchema = Type.Array(
  shape({
    timestamp: dayMember,
    timestamp_exact: takenMember,
    ticker: string('Ticker of the fund'),
    ...figureMembers,
    ...flowRecord.members,
  }),
)

const historyExample = [
  { timestamp: 1_760_054_400, timestamp_exact: 1_760_130_000, ticker: 'TARNB', ...exampleFigures },
]

/** The history of all assets or of one. */
async function historyRows(
  context: RequestContext,
  { start = 0, end = LATEST_UNIX_SEC }: { start: number | undefined; end: number | undefined },
  asset?: string,
): Promise<Rows> {
  const funds = await context.states.get(fundsState, context.snapshot)
  const closesOf = await context.states.get(closesOfState, context.snapshot)
  const days = [...funds.values()]
    .filter((fund) => asset === undefined || fund.asset === asset)
    .flatMap((fund) => {
      const closes = closesOf(fund.asset)
      return fund.days
        .filter(({ reported: { daySec } }) => daySec >= start && daySec <= end)
        .map((day) => ({ ticker: fund.ticker, day, closes }))
    })
  const rowOf = (row: number) => {
    const { ticker, day, closes } = at(days, row)
    const { daySec, asOfSec } = day.reported
    return { timestamp: daySec, timestamp_exact: asOfSec, ticker, ...figuresOf(day, closes) }
  }
  return list(computed(days.length, rowOf))
}

const common = {
  query: dayRangeQuery,
  response: historySchema,
  table: '[]',
  series: { rule: 'last', rules: { volume: 'sum', flows: 'sum' }, by: ['ticker'] },
  reads: PRICED_FUND_FACTS,
} as const

export const getHistory = defineRoute({
  ...common,
  id: 'etfs.getHistory',
  operationId: 'getEtfHistory',
  summary: 'Crypto ETFs over time',
  describe:
    'Every trading day of every fund, by ticker and then day; days without trading have no row. `start` and `end` bound the days. Shares and prices are as they were counted that day: a split is not worked into the past.',
  paths: { pro: '/etfs/history' },
  example: historyExample,
  handler: ({ query }, context) => historyRows(context, query),
})

export const getHistoryEth = defineRoute({
  ...common,
  id: 'etfs.getHistoryEth',
  operationId: 'getEthEtfHistory',
  summary: 'Ethereum ETFs over time',
  describe: 'The rows of /etfs/history of the funds whose asset is `ethereum`.',
  paths: { pro: '/etfs/historyEth' },
  example: historyExample.map((row) => ({ ...row, ticker: 'TARNE' })),
  handler: ({ query }, context) => historyRows(context, query, ETHEREUM),
})
