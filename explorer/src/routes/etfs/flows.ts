import { type Body, request } from '../../api/request.ts'
import type { NamedPoints } from '../../lib/series.ts'
import { percentChange } from '../../lib/sums.ts'
import { choice, type StateOf } from '../../lib/view-state.ts'
import { DAY_SEC, toSec } from '../../lib/writing.ts'
import { seriesKeys } from '../../page/series-keys.ts'

/** The flow of all funds of an asset on a day. */
export type AssetFlow = Body<'getEtfFlows'>[number]

/** A day of a fund. */
export type FundDay = Body<'getEtfHistory'>[number]

/** Flows by asset, a day that nobody reported is a gap. */
export function flowsByAsset(flows: readonly AssetFlow[]): NamedPoints[] {
  return [...Map.groupBy(flows, (flow) => flow.aggregator_id)].map(([name, days]) => ({
    name,
    points: days.map(({ day, total_flow_usd }) => [toSec(day), total_flow_usd]),
  }))
}

/** The running sum of what was reported; a gap stays a gap. */
export function cumulative(named: readonly NamedPoints[]): NamedPoints[] {
  return named.map(({ name, points }) => {
    let sum = 0
    return {
      name,
      points: points.map(([sec, value]) => {
        if (value === null) return [sec, null]
        sum += value
        return [sec, sum]
      }),
    }
  })
}

/** Days of an asset, and those on which a fund is missing from the sum. */
export function reportedDays(
  flows: readonly AssetFlow[],
  asset: string,
): { days: number; partial: number } {
  const own = flows.filter((flow) => flow.aggregator_id === asset)
  return {
    days: own.length,
    partial: own.filter(({ funds_unknown }) => funds_unknown > 0).length,
  }
}

/** The sum of a fund's reported flows of the last days; null where none was reported. */
export function flowOver(days: readonly FundDay[], ticker: string, count: number): number | null {
  const own = days.filter((day) => day.ticker === ticker)
  const newest = Math.max(...own.map(({ timestamp }) => timestamp))
  const known = own
    .filter(({ timestamp }) => timestamp > newest - count * DAY_SEC)
    .flatMap(({ flows }) => flows ?? [])
  return known.length === 0 ? null : known.reduce((sum, flow) => sum + flow, 0)
}

/** Assets under management by fund. */
export function aumByFund(days: readonly FundDay[]): NamedPoints[] {
  return [...Map.groupBy(days, ({ ticker }) => ticker)].map(([name, own]) => ({
    name,
    points: own.map(({ timestamp, aum }) => [timestamp, aum]),
  }))
}

export type Fund = Body<'getEtfOverview'>[number]

export const etfKeys = {
  ...seriesKeys,
  /** The service has responses of its own for funds of one asset. */
  funds: choice(['all', 'ethereum'], 'all', {
    label: 'Funds',
    names: { all: 'all assets', ethereum: 'ethereum only' },
  }),
  flows: choice(['day', 'cumulative'], 'day', { label: 'Flows', names: { day: 'a day' } }),
}

export type Funds = StateOf<typeof etfKeys>['funds']

/** What funds managed and took in, day by day. */
export function historyRequest(funds: Funds, start: number | undefined) {
  return request(funds === 'all' ? 'getEtfHistory' : 'getEthEtfHistory', { start })
}

/** Price over net asset value, in percent. */
export function premiumPercent({ price, nav }: Pick<Fund, 'price' | 'nav'>): number | null {
  return percentChange(price, nav)
}
