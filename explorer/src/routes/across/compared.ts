import type { Query } from '../../api/ask.ts'
import type { Points } from '../../blocks/chart/series-block.tsx'
import { sumOf } from '../../lib/sum-of.ts'
import { DAY_SEC, toSec } from '../../lib/times.ts'

interface Kind {
  readonly label: string
  readonly placeholder: string
  path(id: string): string
  query?(id: string): Query
  pointsOf(body: unknown): Points
}

type Row = Readonly<Record<string, unknown>>

const tuples = (body: unknown): Points => body as Points
const metric = (id: string, label: string): Kind => ({
  label,
  placeholder: 'slug of a protocol',
  path: (slug) => `/api/v2/chart/${id}/protocol/${encodeURIComponent(slug)}`,
  pointsOf: tuples,
})

/** Figures that can be compared, and where the series of each lies in its answer. */
export const COMPARED = {
  tvl: {
    label: 'Value locked of a protocol',
    placeholder: 'slug of a protocol',
    path: (slug) => `/protocol/${encodeURIComponent(slug)}`,
    pointsOf: (body) =>
      (body as { tvl: readonly Row[] }).tvl.map(({ date, totalLiquidityUSD }) => [
        date as number,
        totalLiquidityUSD as number | null,
      ]),
  },
  chain: {
    label: 'Value locked on a chain',
    placeholder: 'name of a chain',
    path: (chain) => `/v2/historicalChainTvl/${encodeURIComponent(chain)}`,
    pointsOf: (body) =>
      (body as readonly Row[]).map(({ date, tvl }) => [date as number, tvl as number | null]),
  },
  fees: metric('fees', 'Fees of a protocol'),
  volume: metric('dexs', 'DEX volume of a protocol'),
  users: metric('active-users', 'Users of a protocol'),
  price: {
    label: 'Price of a coin',
    placeholder: 'coin id, such as aggregator:bitcoin',
    path: (coin) => `/chart/${encodeURIComponent(coin)}`,
    query: () => ({ span: 365, period: '1d' }),
    pointsOf: (body) =>
      Object.values((body as { coins: Record<string, { prices: readonly Row[] }> }).coins).flatMap(
        ({ prices }) =>
          prices.map(({ timestamp, price }) => [timestamp as number, price as number] as const),
      ),
  },
  stablecoins: {
    label: 'Stablecoins on a chain',
    placeholder: 'name of a chain',
    path: (chain) => `/stablecoincharts/${encodeURIComponent(chain)}`,
    pointsOf: (body) =>
      (body as readonly Row[]).map(({ date, totalCirculatingUSD }) => [
        Number(date),
        sumOf(totalCirculatingUSD as Record<string, number>),
      ]),
  },
  apy: {
    label: 'APY of a pool',
    placeholder: 'id of a pool',
    path: (pool) => `/chart/${encodeURIComponent(pool)}`,
    pointsOf: (body) =>
      (body as { data: readonly Row[] }).data.map(({ timestamp, apy }) => [
        toSec(timestamp),
        apy as number | null,
      ]),
  },
  stock: {
    label: 'Price of a share',
    placeholder: 'country/ticker, such as US/ABC',
    path: () => '/equities/v1/price-history',
    query: (id) => {
      const [country = '', ticker = ''] = id.split('/')
      return { country, ticker }
    },
    pointsOf: (body) => tuples(body).map(([time, value]) => [toSec(time), value] as const),
  },
} as const satisfies Record<string, Kind>

export type Compared = keyof typeof COMPARED

/** `tvl:indigo-swap` → what to ask and how to read it; `null` for what is no series. */
export function parseCompared(text: string): {
  text: string
  name: string
  path: string
  query: Query
  pointsOf(body: unknown): Points
} | null {
  const mark = text.indexOf(':')
  const kind = text.slice(0, mark)
  const id = text.slice(mark + 1)
  if (mark < 1 || id === '' || !(kind in COMPARED)) return null
  const found: Kind = COMPARED[kind as Compared]
  return {
    text,
    name: `${id} ${kind}`,
    path: found.path(id),
    query: found.query?.(id) ?? {},
    // A newest point has its own time; on one axis it stands on its day.
    pointsOf: (body) => found.pointsOf(body).map(([sec, value]) => [dayOf(sec), value] as const),
  }
}

function dayOf(sec: number | null): number | null {
  return sec === null ? null : Math.floor(sec / DAY_SEC) * DAY_SEC
}
