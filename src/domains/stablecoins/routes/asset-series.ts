import { DAY_SEC } from '../../../lib/clock.ts'
import { chains } from '../../registry/public.ts'
import { assetFigures } from '../derive/asset-figures.ts'
import { placeSupply } from '../derive/place-supply.ts'
import { type Present, standsUntil } from '../derive/present.ts'
import type { Asset } from '../read/assets.ts'
import { toBalance } from './balances.ts'

/** Daily figures of a stablecoin, in total or on one chain. */
interface Series {
  pegType: string
  firstDay: number
  endDay: number
  untilDay: number
  circulating: Float64Array
  minted: Float64Array
  unreleased: Float64Array
  bridgedIn: Float64Array
  carried: Uint8Array
}

type ChainSeries = [name: string, series: Series]

/** The series of a stablecoin over all its chains; none without a report. */
export function listTotalSeries(
  { about: { pegType }, history }: Asset,
  present: Present | undefined,
): Series[] {
  if (history === undefined || present === undefined) return []
  const { firstDay, endDay, totals } = history
  return [{ pegType, firstDay, endDay, untilDay: standsUntil(history, present), ...totals }]
}

/** The series of each of its chains, by the chain's name. */
export function listChainSeries(
  { about: { pegType }, history }: Asset,
  present: Present | undefined,
): ChainSeries[] {
  if (history === undefined || present === undefined) return []
  const { endDay, places } = history
  const frame = { pegType, endDay, untilDay: standsUntil(history, present) }
  return [...places].map(([chain, parts]) => [
    chains.nameOf(chain),
    { ...frame, ...placeSupply(parts, endDay) },
  ])
}

// The texts below are written out by hand: the largest stablecoins have hundreds of thousands of
// points, and making objects of them would take several times as long.

export function renderChainBalances(byChain: readonly ChainSeries[]): string {
  return `{${byChain.map(([name, series]) => `${JSON.stringify(name)}:{"tokens":${renderBalances([series])}}`).join(',')}}`
}

export function renderChainCirculating(byChain: readonly ChainSeries[]): string {
  return `{${byChain.map(([name, series]) => `${JSON.stringify(name)}:${renderNumbers([series], 'circulating')}`).join(',')}}`
}

export function renderTotals(total: readonly Series[]): string {
  return renderNumbers(total, 'totalCirculating')
}

export function renderBalances(list: readonly Series[]): string {
  const points = list.flatMap((series) => {
    const peg = `{${JSON.stringify(series.pegType)}:`
    return mapDays(series, (day, at) => {
      const isCarried = day > series.endDay || series.carried[at] === 1
      return `{"date":${day * DAY_SEC},"circulating":${peg}${series.circulating[at]}},"minted":${peg}${series.minted[at]}},"unreleased":${peg}${series.unreleased[at]}},"bridgedTo":${peg}${series.bridgedIn[at]}},"carried":${isCarried}}`
    })
  })
  return `[${points.join(',')}]`
}

/** What circulates on each chain at present, as in the list of stablecoins. */
export function renderCurrent(
  { about: { pegType }, history }: Asset,
  present: Present | undefined,
): string {
  const { byChain } = assetFigures(history, present)
  return JSON.stringify(
    Object.fromEntries(
      [...byChain].map(([key, { current }]) => [chains.nameOf(key), toBalance(pegType, current)]),
    ),
  )
}

function renderNumbers(list: readonly Series[], name: string): string {
  const points = list.flatMap((series) =>
    mapDays(series, (day, at) => `{"date":${day * DAY_SEC},"${name}":${series.circulating[at]}}`),
  )
  return `[${points.join(',')}]`
}

/**
 * Calls back for every day with a figure, and with where that figure stands: days after the last
 * report repeat it.
 */
function mapDays(
  { firstDay, endDay, untilDay, circulating }: Series,
  render: (day: number, at: number) => string,
): string[] {
  const texts: string[] = []
  for (let day = firstDay; day <= untilDay; day++) {
    const at = Math.min(day, endDay) - firstDay
    if (!Number.isNaN(circulating[at] ?? Number.NaN)) texts.push(render(day, at))
  }
  return texts
}
