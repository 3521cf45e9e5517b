import type { Body } from '../../api/request.ts'
import type { NamedPoints } from '../../lib/series.ts'
import { percentChange, percentOf, sumOf } from '../../lib/sums.ts'

export type ProtocolDetail = Body<'getProtocol'>
export type TvlPoint = ProtocolDetail['tvl'][number]

// Parts of a chain that are no chain of their own, such as Base-borrowed.
const SECTIONS = new Set(['borrowed', 'staking', 'pool2', 'vesting', 'treasury', 'OwnTokens'])

/** The chains of a protocol without the sections beside them. */
export function chainsOf<T>(byChain: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(byChain).filter(([name]) => {
    const section = name.split('-').at(-1) ?? ''
    return !SECTIONS.has(section) && !SECTIONS.has(name)
  })
}

/** Panels in the order that was chosen; all of them, in their own, where none was. */
export function chosenPanels<Id extends string>(
  all: readonly Id[],
  chosen: readonly string[],
): readonly Id[] {
  const known = chosen.flatMap((name) => all.find((id) => id === name) ?? [])
  return known.length === 0 ? all : known
}

/** The choice with one panel more, at the end, or without it; one always stays. */
export function switchedPanel(
  all: readonly string[],
  chosen: readonly string[],
  id: string,
): readonly string[] {
  const shown = chosenPanels(all, chosen)
  const next = shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id]
  if (next.length === 0) return chosen
  const isWhole = next.length === all.length && next.every((one, place) => one === all[place])
  return isWhole ? [] : next
}

/** Whether a quarter such as 2026-Q4 was not over at a timestamp. */
export function isOpenQuarter(name: string, nowSec: number): boolean {
  const [, year, quarter] = /^(\d{4})-Q([1-4])$/.exec(name) ?? []
  return year !== undefined && Date.UTC(Number(year), Number(quarter) * 3) / 1000 > nowSec
}

/** `/api/userData/{type}/{protocolId}`. */
type UserDays = Body<'getUserData'>

/** A series for each chain; distinct users are of all chains at once. */
export function byChain(days: UserDays): readonly NamedPoints[] {
  const groups = Map.groupBy(days, ({ chain }) => chain ?? 'all')
  const named = groups.size > 1 ? [...groups].filter(([chain]) => chain !== 'all') : [...groups]
  return named.map(([name, points]) => ({
    name: name === 'all' ? 'All chains' : name,
    points: points.map(({ date, value }) => [date, value]),
  }))
}

type Amounts = Inflows['currentTokens']['tvl']

/** `/api/inflows/{protocol}/{timestamp}`. */
type Inflows = Body<'getInflows'>

export type TokenRow = ReturnType<typeof tokenRows>[number]

/** Names under which flows count a token: wrapped coins are the coin. */
const COUNTED_AS = new Map([
  ['WETH', 'ETH'],
  ['WBNB', 'BNB'],
])

/** Tokens with their share, their amount and its change in percent. */
export function tokenRows(amounts: Amounts, valuesUsd: Amounts, inflows: Inflows | undefined) {
  const sum = sumOf(valuesUsd)
  return Object.entries(valuesUsd).map(([symbol, valueUsd]) => ({
    symbol,
    valueUsd,
    share: percentOf(valueUsd, sum),
    amount: amounts[symbol] ?? null,
    flow: flowOf(COUNTED_AS.get(symbol) ?? symbol, inflows),
  }))
}

function flowOf(symbol: string, inflows: Inflows | undefined): number | null {
  return percentChange(inflows?.currentTokens.tvl[symbol], inflows?.oldTokens.tvl[symbol])
}
