import { type ReadRequest, readBy, request } from '../../api/request.ts'
import { chartOf, columnsOf } from '../../lib/columns-of.ts'
import type { Points } from '../../lib/series.ts'
import { sumOf } from '../../lib/sums.ts'
import { dayStart, toSec } from '../../lib/writing.ts'
import { pricePoints } from '../coins/coin-rows.ts'
import { cumulative, flowsByAsset } from '../etfs/flows.ts'

interface Kind {
  readonly label: string
  readonly placeholder: string
  /** What the search of the service calls things with this figure. */
  readonly found?: string
  /** The series of an id. */
  ask(id: string): ReadRequest<Points>
}

/** What figures are of: how an id of it looks, and what the search of the service calls it. */
const SUBJECTS = {
  protocol: ['slug of a protocol', 'protocol'],
  protocolName: ['name of a protocol'],
  oracle: ['name of an oracle'],
  category: ['name of a category'],
  chain: ['name of a chain', 'chain'],
  bridge: ['number of a bridge'],
  coin: ['coin id, such as aggregator:bitcoin', 'coin'],
  stablecoin: ['number of a stablecoin', 'stablecoin'],
  pool: ['id of a pool', 'pool'],
  narrative: ['name of a narrative'],
  share: ['country/ticker, such as US/ABC', 'company'],
  funds: ['asset, such as bitcoin'],
  institution: ['ticker', 'institution'],
  company: ['id of a company', 'privateCompany'],
} as const satisfies Record<string, readonly [placeholder: string, found?: string]>

function kind(label: string, of: keyof typeof SUBJECTS, ask: Kind['ask']): Kind {
  const [placeholder, found] = SUBJECTS[of] as readonly [placeholder: string, found?: string]
  return { label, placeholder, ask, ...(found === undefined ? {} : { found }) }
}

const metric = (id: string, label: string, dataType?: string) =>
  kind(label, 'protocol', (protocol) =>
    readBy(request('getMetricProtocolChart', { metric: id, protocol, dataType }), (days) => days),
  )

const chainMetric = (id: string, label: string) =>
  kind(label, 'chain', (chain) =>
    readBy(request('getMetricChainChart', { metric: id, chain }), (days) => days),
  )

const pool = (figure: 'apy' | 'tvlUsd', label: string) =>
  kind(label, 'pool', (coinsOrPool) =>
    readBy(request('getPriceChartOrPoolChart', { coinsOrPool }), (body) =>
      ('data' in body ? body.data : []).map((day) => [toSec(day.timestamp), day[figure]]),
    ),
  )

/** Figures that can be compared, and where the series of each is in its response. */
export const COMPARED = {
  tvl: kind('Value locked of a protocol', 'protocol', (protocol) =>
    readBy(request('getProtocol', { protocol }), ({ tvl }) =>
      tvl.map(({ date, totalLiquidityUSD }) => [date, totalLiquidityUSD]),
    ),
  ),
  fees: metric('fees', 'Fees of a protocol'),
  revenue: metric('fees', 'Revenue of a protocol', 'dailyRevenue'),
  volume: metric('dexs', 'DEX volume of a protocol'),
  perps: metric('derivatives', 'Perpetuals volume of a protocol'),
  options: metric('options', 'Options volume of a protocol'),
  interest: metric('open-interest', 'Open interest of a protocol'),
  users: metric('active-users', 'Users of a protocol'),
  forks: kind('Value in the forks of a protocol', 'protocolName', (protocol) =>
    readBy(request('getForkProtocolChart', { protocol }), (points) => points),
  ),
  oracle: kind('Value that an oracle secures', 'oracle', (protocol) =>
    readBy(request('getOracleProtocolChart', { protocol }), (points) => points),
  ),
  category: kind('Value locked in a category', 'category', (category) =>
    readBy(
      request('listCategories', {}),
      ({ chart }) => chartOf(chart).find(({ name }) => name === category)?.points ?? [],
    ),
  ),

  chain: kind('Value locked on a chain', 'chain', (chain) =>
    readBy(request('getHistoricalChainTvl', { chain }), (days) =>
      days.map(({ date, tvl }) => [date, tvl]),
    ),
  ),
  'chain-fees': chainMetric('fees', 'Fees on a chain'),
  'chain-volume': chainMetric('dexs', 'DEX volume on a chain'),
  'chain-users': chainMetric('active-users', 'Users of a chain'),
  stablecoins: kind('Stablecoins on a chain', 'chain', (chain) =>
    readBy(request('getStablecoinChainChart', { chain }), (days) =>
      days.map(({ date, totalCirculatingUSD }) => [Number(date), sumOf(totalCirculatingUSD)]),
    ),
  ),
  rwa: kind('Real-world assets on a chain', 'chain', (chain) =>
    readBy(request('getRwaChainChart', { chain }), (days) =>
      days.map(({ timestamp, onChainMcap }) => [timestamp, onChainMcap]),
    ),
  ),
  bridge: kind('Deposits into a bridge', 'bridge', (id) =>
    readBy(request('getBridgeVolume', { chain: 'all', id }), (days) =>
      days.map(({ date, depositUSD }) => [Number(date), depositUSD]),
    ),
  ),

  price: kind('Price of a coin', 'coin', (coinsOrPool) =>
    readBy(
      request('getPriceChartOrPoolChart', { coinsOrPool, span: 365, period: '1d' }),
      pricePoints,
    ),
  ),
  liquidity: kind('Liquidity of a coin on exchanges', 'coin', (token) =>
    readBy(request('getLiquidityHistory', { token }), (days) =>
      days.map(({ date, liquidityUsd }) => [date, liquidityUsd]),
    ),
  ),
  supply: kind('Supply of a stablecoin', 'stablecoin', (stablecoin) =>
    readBy(request('getStablecoinChart', { stablecoin }), (days) =>
      days.map(({ date, totalCirculatingUSD }) => [Number(date), sumOf(totalCirculatingUSD)]),
    ),
  ),
  apy: pool('apy', 'APY of a pool'),
  pool: pool('tvlUsd', 'Value locked in a pool'),
  narrative: kind('Change of a narrative over a year, %', 'narrative', (narrative) =>
    readBy(
      request('getNarrativePerformance', { period: '365' }),
      (days) => columnsOf(days, 'date').find(({ name }) => name === narrative)?.points ?? [],
    ),
  ),

  stock: kind('Price of a share', 'share', (id) => {
    const [country = '', ticker = ''] = id.split('/')
    return readBy(request('getEquityPriceHistory', { country, ticker }), (closings) =>
      closings.map(([time, value]) => [toSec(time), value]),
    )
  }),
  etf: kind('Flows into the funds of an asset, summed up', 'funds', (asset) =>
    readBy(
      request('getEtfFlows', {}),
      (flows) => cumulative(flowsByAsset(flows)).find(({ name }) => name === asset)?.points ?? [],
    ),
  ),
  holdings: kind('Holdings of a treasury company', 'institution', (symbol) =>
    readBy(request('getInstitution', { symbol }), ({ assetValue }) => assetValue),
  ),
  valuation: kind('Estimated value of a private company', 'company', (company) =>
    readBy(request('getPreIpoValuations', { company }), ({ data }) =>
      data.map(({ date, estimatedValuation }) => [toSec(date), estimatedValuation]),
    ),
  ),
} satisfies Record<string, Kind>

export type Compared = keyof typeof COMPARED

function isCompared(kind: string): kind is Compared {
  return Object.hasOwn(COMPARED, kind)
}

/** `tvl:indigo-swap` → what to ask and how to read it; `null` for what is no series. */
export function parseCompared(
  text: string,
): (ReadRequest<Points> & { text: string; name: string }) | null {
  const mark = text.indexOf(':')
  const kind = text.slice(0, mark)
  const id = text.slice(mark + 1)
  if (mark < 1 || id === '' || !isCompared(kind)) return null
  const { read, ...asked } = COMPARED[kind].ask(id)
  return {
    ...asked,
    text,
    name: `${id} ${kind}`,
    // A newest point has its own time; on one axis it stands on its day.
    read: (body) => read(body).map(([sec, value]) => [sec && dayStart(sec), value] as const),
  }
}
