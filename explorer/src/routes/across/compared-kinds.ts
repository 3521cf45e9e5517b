import { type ReadRequest, readBy, request } from '../../api/request.ts'
import type { Points } from '../../blocks/chart/series-block.tsx'
import { chartOf, columnsOf } from '../../lib/columns-of.ts'
import { sumOf } from '../../lib/sum-of.ts'
import { toSec } from '../../lib/times.ts'
import { cumulative, flowsByAsset } from '../etfs/flows.ts'

interface Kind {
  readonly label: string
  readonly placeholder: string
  /** What the search of the service calls things with this figure. */
  readonly found?: string
  /** The series of an id. */
  ask(id: string): ReadRequest<Points>
}

const metric = (id: string, label: string, dataType?: string): Kind => ({
  label,
  placeholder: 'slug of a protocol',
  found: 'protocol',
  ask: (protocol) =>
    readBy(request('getMetricProtocolChart', { metric: id, protocol, dataType }), (days) => days),
})

const chainMetric = (id: string, label: string): Kind => ({
  label,
  placeholder: 'name of a chain',
  found: 'chain',
  ask: (chain) => readBy(request('getMetricChainChart', { metric: id, chain }), (days) => days),
})

const pool = (figure: 'apy' | 'tvlUsd', label: string): Kind => ({
  label,
  placeholder: 'id of a pool',
  found: 'pool',
  ask: (coinsOrPool) =>
    readBy(request('getPriceChartOrPoolChart', { coinsOrPool }), (body) =>
      ('data' in body ? body.data : []).map((day) => [toSec(day.timestamp), day[figure]]),
    ),
})

const ofProtocols = {
  tvl: {
    label: 'Value locked of a protocol',
    placeholder: 'slug of a protocol',
    found: 'protocol',
    ask: (protocol) =>
      readBy(request('getProtocol', { protocol }), ({ tvl }) =>
        tvl.map(({ date, totalLiquidityUSD }) => [date, totalLiquidityUSD]),
      ),
  },
  fees: metric('fees', 'Fees of a protocol'),
  revenue: metric('fees', 'Revenue of a protocol', 'dailyRevenue'),
  volume: metric('dexs', 'DEX volume of a protocol'),
  perps: metric('derivatives', 'Perpetuals volume of a protocol'),
  options: metric('options', 'Options volume of a protocol'),
  interest: metric('open-interest', 'Open interest of a protocol'),
  users: metric('active-users', 'Users of a protocol'),
  forks: {
    label: 'Value in the forks of a protocol',
    placeholder: 'name of a protocol',
    ask: (protocol) => readBy(request('getForkProtocolChart', { protocol }), (points) => points),
  },
  oracle: {
    label: 'Value that an oracle secures',
    placeholder: 'name of an oracle',
    ask: (protocol) => readBy(request('getOracleProtocolChart', { protocol }), (points) => points),
  },
  category: {
    label: 'Value locked in a category',
    placeholder: 'name of a category',
    ask: (category) =>
      readBy(
        request('listCategories', {}),
        ({ chart }) => chartOf(chart).find(({ name }) => name === category)?.points ?? [],
      ),
  },
} as const satisfies Record<string, Kind>

const ofChains = {
  chain: {
    label: 'Value locked on a chain',
    placeholder: 'name of a chain',
    found: 'chain',
    ask: (chain) =>
      readBy(request('getHistoricalChainTvl', { chain }), (days) =>
        days.map(({ date, tvl }) => [date, tvl]),
      ),
  },
  'chain-fees': chainMetric('fees', 'Fees on a chain'),
  'chain-volume': chainMetric('dexs', 'DEX volume on a chain'),
  'chain-users': chainMetric('active-users', 'Users of a chain'),
  stablecoins: {
    label: 'Stablecoins on a chain',
    placeholder: 'name of a chain',
    found: 'chain',
    ask: (chain) =>
      readBy(request('getStablecoinChainChart', { chain }), (days) =>
        days.map(({ date, totalCirculatingUSD }) => [Number(date), sumOf(totalCirculatingUSD)]),
      ),
  },
  rwa: {
    label: 'Real-world assets on a chain',
    placeholder: 'name of a chain',
    found: 'chain',
    ask: (chain) =>
      readBy(request('getRwaChainChart', { chain }), (days) =>
        days.map(({ timestamp, onChainMcap }) => [timestamp, onChainMcap]),
      ),
  },
  bridge: {
    label: 'Deposits into a bridge',
    placeholder: 'number of a bridge',
    ask: (id) =>
      readBy(request('getBridgeVolume', { chain: 'all', id }), (days) =>
        days.map(({ date, depositUSD }) => [Number(date), depositUSD]),
      ),
  },
} as const satisfies Record<string, Kind>

const ofCoins = {
  price: {
    label: 'Price of a coin',
    placeholder: 'coin id, such as aggregator:bitcoin',
    found: 'coin',
    ask: (coinsOrPool) =>
      readBy(
        request('getPriceChartOrPoolChart', { coinsOrPool, span: 365, period: '1d' }),
        (body) =>
          Object.values('coins' in body ? body.coins : {}).flatMap(({ prices }) =>
            prices.map(({ timestamp, price }) => [timestamp, price] as const),
          ),
      ),
  },
  liquidity: {
    label: 'Liquidity of a coin on exchanges',
    placeholder: 'coin id, such as aggregator:bitcoin',
    found: 'coin',
    ask: (token) =>
      readBy(request('getLiquidityHistory', { token }), (days) =>
        days.map(({ date, liquidityUsd }) => [date, liquidityUsd]),
      ),
  },
  supply: {
    label: 'Supply of a stablecoin',
    placeholder: 'number of a stablecoin',
    found: 'stablecoin',
    ask: (stablecoin) =>
      readBy(request('getStablecoinChart', { stablecoin }), (days) =>
        days.map(({ date, totalCirculatingUSD }) => [Number(date), sumOf(totalCirculatingUSD)]),
      ),
  },
  apy: pool('apy', 'APY of a pool'),
  pool: pool('tvlUsd', 'Value locked in a pool'),
  narrative: {
    label: 'Change of a narrative over a year, %',
    placeholder: 'name of a narrative',
    ask: (narrative) =>
      readBy(
        request('getNarrativePerformance', { period: '365' }),
        (days) => columnsOf(days, 'date').find(({ name }) => name === narrative)?.points ?? [],
      ),
  },
} as const satisfies Record<string, Kind>

const ofMarkets = {
  stock: {
    label: 'Price of a share',
    placeholder: 'country/ticker, such as US/ABC',
    found: 'company',
    ask: (id) => {
      const [country = '', ticker = ''] = id.split('/')
      return readBy(request('getEquityPriceHistory', { country, ticker }), (closings) =>
        closings.map(([time, value]) => [toSec(time), value]),
      )
    },
  },
  etf: {
    label: 'Flows into the funds of an asset, summed up',
    placeholder: 'asset, such as bitcoin',
    ask: (asset) =>
      readBy(
        request('getEtfFlows', {}),
        (flows) => cumulative(flowsByAsset(flows)).find(({ name }) => name === asset)?.points ?? [],
      ),
  },
  holdings: {
    label: 'Holdings of a treasury company',
    placeholder: 'ticker',
    found: 'institution',
    ask: (symbol) => readBy(request('getInstitution', { symbol }), ({ assetValue }) => assetValue),
  },
  valuation: {
    label: 'Estimated value of a private company',
    placeholder: 'id of a company',
    found: 'privateCompany',
    ask: (company) =>
      readBy(request('getPreIpoValuations', { company }), ({ data }) =>
        data.map(({ date, estimatedValuation }) => [toSec(date), estimatedValuation]),
      ),
  },
} as const satisfies Record<string, Kind>

/** Figures that can be compared, and where the series of each lies in its answer. */
export const COMPARED: Readonly<Record<Compared, Kind>> = {
  ...ofProtocols,
  ...ofChains,
  ...ofCoins,
  ...ofMarkets,
}

export type Compared =
  | keyof typeof ofProtocols
  | keyof typeof ofChains
  | keyof typeof ofCoins
  | keyof typeof ofMarkets
