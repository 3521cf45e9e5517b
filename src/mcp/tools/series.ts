import Type from 'typebox'
import { DAY_SEC } from '../../lib/clock.ts'
import type { Inquiry } from '../inquiry.ts'
import { dateText, defineTool, name, ToolError, timestamp, toSec } from '../tool.ts'
import { askOverview, askSummary, FLOWS, type Flow } from './overviews.ts'

const METRICS = ['tvl', ...FLOWS, 'price', 'apy'] as const
const SUBJECTS = ['all', 'chain', 'protocol', 'coin', 'pool'] as const
const DEFAULT_DAYS = 90
const MAX_DAYS = 1_500

type Point = readonly [atSec: number, value: number | null]

interface Asked {
  readonly metric: (typeof METRICS)[number]
  readonly of: (typeof SUBJECTS)[number]
  readonly id: string
  readonly startSec: number
  readonly endSec: number
}

export const series = defineTool({
  name: 'series',
  title: 'A figure over time',
  description:
    'Daily points, newest first: TVL, fees, revenue or trading volume (US dollars) of everything, a chain or a protocol; the price of a coin (US dollars); the APY of a pool (per cent).',
  input: {
    metric: Type.Enum([...METRICS], { description: 'Price needs a coin, apy a pool' }),
    of: Type.Enum([...SUBJECTS], { description: 'What the figure is of' }),
    id: Type.Optional(
      name('Chain name, protocol slug, coin id or pool id, as `search` gives them; not with `all`'),
    ),
    start: timestamp('First day: ISO 8601 or Unix seconds. Default: 90 days before the end.'),
    end: timestamp('Last day: ISO 8601 or Unix seconds. Default: now.'),
  },
  narrow: 'Ask for an earlier range with start and end.',
  run: async ({ metric, of, id, start, end }, inquiry) => {
    if ((of === 'all') !== (id === undefined))
      throw new ToolError('Give `id` with every `of` but `all`, and none with `all`.')
    const endSec = end === undefined ? inquiry.nowSec : toSec(end)
    const startSec = start === undefined ? endSec - DEFAULT_DAYS * DAY_SEC : toSec(start)
    if (startSec > endSec) throw new ToolError('`start` is after `end`.')
    if (endSec - startSec > MAX_DAYS * DAY_SEC)
      throw new ToolError(`Ask for at most ${MAX_DAYS} days at a time.`)
    const points = await readPoints(inquiry, { metric, of, id: id ?? '', startSec, endSec })
    const inRange = points.filter(([atSec]) => atSec >= startSec && atSec <= endSec)
    const rows = inRange.toReversed().map(([atSec, value]) => [dateText(atSec), value])
    return {
      ...{ metric, of, ...(id === undefined ? {} : { id }) },
      unit: metric === 'apy' ? 'per cent a year' : 'US dollars',
      ...inquiry.list('points', rows, rows.length),
    }
  },
})

function readPoints(inquiry: Inquiry, asked: Asked): Promise<readonly Point[]> {
  const { metric, of } = asked
  if (metric === 'price' && of === 'coin') return readPrices(inquiry, asked)
  if (metric === 'apy' && of === 'pool') return readApy(inquiry, asked)
  if (of !== 'all' && of !== 'chain' && of !== 'protocol')
    throw new ToolError(`There is no ${metric} of a ${of}. Price needs a coin, apy a pool.`)
  if (metric === 'tvl') return readTvl(inquiry, { ...asked, of })
  if (metric === 'price' || metric === 'apy')
    throw new ToolError('Price needs a coin (`of: coin`), apy a pool (`of: pool`).')
  return readFlow(inquiry, metric, asked)
}

async function readTvl(
  inquiry: Inquiry,
  { of, id, startSec, endSec }: Asked,
): Promise<readonly Point[]> {
  const range = { start: startSec, end: endSec }
  if (of === 'protocol') {
    const { tvl = [] } = await inquiry.ask('getProtocol', { protocol: id, fields: 'tvl', ...range })
    return tvl.map(({ date, totalLiquidityUSD }) => [date, totalLiquidityUSD])
  }
  const rows =
    of === 'chain'
      ? await inquiry.ask('getHistoricalChainTvl', { chain: id, ...range })
      : await inquiry.ask('getHistoricalTvl', { ...range, breakdown: false })
  return rows.map(({ date, tvl }) => [date, typeof tvl === 'number' ? tvl : null])
}

async function readFlow(
  inquiry: Inquiry,
  flow: Flow,
  { of, id }: Asked,
): Promise<readonly Point[]> {
  const chain = of === 'chain' ? id : undefined
  const { totalDataChart } =
    of === 'protocol'
      ? await askSummary(inquiry, flow, id)
      : await askOverview(inquiry, flow, { chain, hasChart: true })
  return totalDataChart ?? []
}

async function readPrices(inquiry: Inquiry, { id, startSec, endSec }: Asked): Promise<Point[]> {
  const span = Math.floor((endSec - startSec) / DAY_SEC) + 1
  const given = { coinsOrPool: id, start: startSec, span, period: '1d' }
  const response = await inquiry.ask('getPriceChartOrPoolChart', given)
  const coin = 'coins' in response ? response.coins[id] : undefined
  if (coin === undefined)
    throw new ToolError('No price of this coin in the range. `search` finds ids of coins.')
  return coin.prices.map(({ timestamp, price }) => [timestamp, price])
}

async function readApy(inquiry: Inquiry, { id }: Asked): Promise<Point[]> {
  const response = await inquiry.ask('getPriceChartOrPoolChart', { coinsOrPool: id })
  if (!('data' in response))
    throw new ToolError('There is no such pool. `search` finds ids of pools.')
  return response.data.map(({ timestamp, apy }) => [toSec(timestamp), apy])
}
