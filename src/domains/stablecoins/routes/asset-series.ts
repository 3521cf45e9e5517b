import { type Cell, computed, record, where } from '../../../http/render/cells.ts'
import { list, type Rows } from '../../../http/render/rows.ts'
import { at } from '../../../lib/at.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { chains } from '../../registry/public.ts'
import { currentByChain } from '../derive/asset-figures.ts'
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

/** Points of a stablecoin in total; none without a series. */
export function balancePoints([series]: readonly Series[]): Rows {
  return list(series === undefined ? [] : balances(series))
}

export function totalPoints([series]: readonly Series[]): Rows {
  return list(series === undefined ? [] : circulating(series, 'totalCirculating'))
}

/** The same by the names of chains. */
export function chainBalancePoints(byChain: readonly ChainSeries[]): Record<string, unknown> {
  return Object.fromEntries(
    byChain.map(([name, series]) => [name, { tokens: list(balances(series)) }]),
  )
}

export function chainCirculatingPoints(byChain: readonly ChainSeries[]): Record<string, unknown> {
  return Object.fromEntries(
    byChain.map(([name, series]) => [name, list(circulating(series, 'circulating'))]),
  )
}

function balances(series: Series): Cell {
  const { firstDay, endDay, pegType, carried } = series
  const units = (values: Float64Array) => record({ [pegType]: standing(series, values) })
  const length = dayCount(series)
  return onKnownDays(
    series,
    record({
      date: computed(length, (row) => (firstDay + row) * DAY_SEC),
      circulating: units(series.circulating),
      minted: units(series.minted),
      unreleased: units(series.unreleased),
      bridgedTo: units(series.bridgedIn),
      carried: computed(
        length,
        (row) => firstDay + row > endDay || at(carried, placeOf(series, row)) === 1,
      ),
    }),
  )
}

function circulating(series: Series, name: string): Cell {
  const date = computed(dayCount(series), (row) => (series.firstDay + row) * DAY_SEC)
  return onKnownDays(series, record({ date, [name]: standing(series, series.circulating) }))
}

function dayCount({ firstDay, untilDay }: Series): number {
  return Math.max(0, untilDay - firstDay + 1)
}

/** Where the figure of a row stands: days after the last report repeat it. */
function placeOf({ firstDay, endDay }: Series, row: number): number {
  return Math.min(row, endDay - firstDay)
}

function standing(series: Series, values: Float64Array): Cell {
  return computed(dayCount(series), (row) => at(values, placeOf(series, row)))
}

/** Rows of the days on which a supply is known. */
function onKnownDays(series: Series, cell: Cell): Cell {
  const isKnown = (row: number) => !Number.isNaN(at(series.circulating, placeOf(series, row)))
  return where(cell, isKnown)
}

/** What circulates on each chain at present, as in the list of stablecoins. */
export function currentBalances(
  { about: { pegType }, history }: Asset,
  present: Present | undefined,
): Record<string, unknown> {
  return Object.fromEntries(
    currentByChain(history, present).map(([key, { current }]) => [
      chains.nameOf(key),
      toBalance(pegType, current),
    ]),
  )
}
