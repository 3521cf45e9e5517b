import { type Cell, computed, record, where } from '../../../http/render/cells.ts'
import { list, type Rows } from '../../../http/render/rows.ts'
import { at } from '../../../lib/at.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { chains } from '../../registry/public.ts'
import { currentByChain } from '../derive/asset-figures.ts'
import type { Present } from '../derive/present.ts'
import { type Asset, type AssetLine, findLine } from '../read/assets.ts'
import { toBalance } from '../records.ts'

/** The lines of each chain of a stablecoin, by the chain's name. */
export function listChainLines(asset: Asset, present: Present | undefined): [string, AssetLine][] {
  return [...(asset.history?.places.keys() ?? [])].flatMap((chain) => {
    const line = findLine(asset, present, chain)
    return line === undefined ? [] : [[chains.nameOf(chain), line]]
  })
}

/** Points of a stablecoin in total; none without a line. */
export function balancePoints(line: AssetLine | undefined): Rows {
  return list(line === undefined ? [] : balances(line))
}

export function totalPoints(line: AssetLine | undefined): Rows {
  return list(line === undefined ? [] : circulating(line, 'totalCirculating'))
}

/** The same by the names of chains. */
export function chainBalancePoints(byChain: readonly [string, AssetLine][]) {
  return Object.fromEntries(byChain.map(([name, line]) => [name, { tokens: list(balances(line)) }]))
}

export function chainCirculatingPoints(byChain: readonly [string, AssetLine][]) {
  return Object.fromEntries(
    byChain.map(([name, line]) => [name, list(circulating(line, 'circulating'))]),
  )
}

function balances(series: AssetLine): Cell {
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

function circulating(series: AssetLine, name: string): Cell {
  const date = computed(dayCount(series), (row) => (series.firstDay + row) * DAY_SEC)
  return onKnownDays(series, record({ date, [name]: standing(series, series.circulating) }))
}

function dayCount({ firstDay, untilDay }: AssetLine): number {
  return Math.max(0, untilDay - firstDay + 1)
}

/** Where the figure of a row stands: days after the last report repeat it. */
function placeOf({ firstDay, endDay }: AssetLine, row: number): number {
  return Math.min(row, endDay - firstDay)
}

function standing(series: AssetLine, values: Float64Array): Cell {
  return computed(dayCount(series), (row) => at(values, placeOf(series, row)))
}

/** Rows of the days on which a supply is known. */
function onKnownDays(series: AssetLine, cell: Cell): Cell {
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
