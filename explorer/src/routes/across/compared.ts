import { type ReadRequest, readBy, request } from '../../api/request.ts'
import type { Points } from '../../blocks/chart/series-block.tsx'
import { sumOf } from '../../lib/sum-of.ts'
import { DAY_SEC, toSec } from '../../lib/times.ts'

interface Kind {
  readonly label: string
  readonly placeholder: string
  /** The series of an id. */
  ask(id: string): ReadRequest<Points>
}

const metric = (id: string, label: string): Kind => ({
  label,
  placeholder: 'slug of a protocol',
  ask: (protocol) =>
    readBy(request('getMetricProtocolChart', { metric: id, protocol }), (points) => points),
})

/** Figures that can be compared, and where the series of each lies in its answer. */
export const COMPARED = {
  tvl: {
    label: 'Value locked of a protocol',
    placeholder: 'slug of a protocol',
    ask: (protocol) =>
      readBy(request('getProtocol', { protocol }), ({ tvl }) =>
        tvl.map(({ date, totalLiquidityUSD }) => [date, totalLiquidityUSD]),
      ),
  },
  chain: {
    label: 'Value locked on a chain',
    placeholder: 'name of a chain',
    ask: (chain) =>
      readBy(request('getHistoricalChainTvl', { chain }), (days) =>
        days.map(({ date, tvl }) => [date, tvl]),
      ),
  },
  fees: metric('fees', 'Fees of a protocol'),
  volume: metric('dexs', 'DEX volume of a protocol'),
  users: metric('active-users', 'Users of a protocol'),
  price: {
    label: 'Price of a coin',
    placeholder: 'coin id, such as aggregator:bitcoin',
    ask: (coinsOrPool) =>
      readBy(
        request('getPriceChartOrPoolChart', { coinsOrPool, span: 365, period: '1d' }),
        (body) =>
          Object.values('coins' in body ? body.coins : {}).flatMap(({ prices }) =>
            prices.map(({ timestamp, price }) => [timestamp, price] as const),
          ),
      ),
  },
  stablecoins: {
    label: 'Stablecoins on a chain',
    placeholder: 'name of a chain',
    ask: (chain) =>
      readBy(request('getStablecoinChainChart', { chain }), (days) =>
        days.map(({ date, totalCirculatingUSD }) => [Number(date), sumOf(totalCirculatingUSD)]),
      ),
  },
  apy: {
    label: 'APY of a pool',
    placeholder: 'id of a pool',
    ask: (coinsOrPool) =>
      readBy(request('getPriceChartOrPoolChart', { coinsOrPool }), (body) =>
        ('data' in body ? body.data : []).map(({ timestamp, apy }) => [toSec(timestamp), apy]),
      ),
  },
  stock: {
    label: 'Price of a share',
    placeholder: 'country/ticker, such as US/ABC',
    ask: (id) => {
      const [country = '', ticker = ''] = id.split('/')
      return readBy(request('getEquityPriceHistory', { country, ticker }), (closings) =>
        closings.map(([time, value]) => [toSec(time), value]),
      )
    },
  },
} as const satisfies Record<string, Kind>

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
    read: (body) => read(body).map(([sec, value]) => [dayOf(sec), value] as const),
  }
}

function dayOf(sec: number | null): number | null {
  return sec === null ? null : Math.floor(sec / DAY_SEC) * DAY_SEC
}
