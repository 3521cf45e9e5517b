/** How well a row is known; null of a map of these is fresh. */
export interface RowState {
  readonly state: 'held' | 'late' | 'carried'
  /** Newest reading, for what is late. */
  readonly atSec: number | null
  readonly words: string
  /** The hold that it waits for. */
  readonly hold: string | null
}

interface Keyed {
  readonly key: Readonly<Record<string, string | number>>
  readonly atSec: number | null
}

export interface StateResponses {
  /** Members of `/meta/coverage` that are not fresh. */
  readonly stale: readonly Keyed[]
  /** Points of `/meta/marks` of the last days. */
  readonly marked: readonly (Keyed & { readonly marks: readonly string[] })[]
  /** Readings of `/meta/quality` that wait. */
  readonly held: readonly {
    readonly id: string
    readonly reason: string
    readonly atSec: number | null
    readonly series: Readonly<Record<string, string | number>>
  }[]
}

const STRENGTH = ['held', 'late', 'carried'] as const

/** States by the value of one column of the key, the strongest of each. */
export function rowStates({ stale, marked, held }: StateResponses, column: string) {
  const states = new Map<string, RowState>()
  const add = (id: string | number | undefined, state: RowState) => {
    if (id === undefined) return
    const known = states.get(String(id))
    states.set(String(id), known === undefined ? state : strongest([known, state]))
  }
  const carried = new Set<string>()
  for (const { key, marks, atSec } of marked)
    if (marks.includes('carried')) carried.add(placeOf(key, column, atSec))
  for (const { key, atSec } of stale) {
    const isCarried = carried.has(placeOf(key, column, atSec))
    const words = isCarried ? 'carried from an earlier reading' : 'no reading since'
    add(key[column], { state: isCarried ? 'carried' : 'late', atSec, words, hold: null })
  }
  for (const { series, id, reason, atSec } of held)
    add(series[column], { state: 'held', atSec, words: reason, hold: id })
  return states
}

/** The state that says most; of two alike, the older reading. */
export function strongest(states: readonly [RowState, ...RowState[]]): RowState {
  return states.reduce((best, state) => {
    const [a, b] = [STRENGTH.indexOf(best.state), STRENGTH.indexOf(state.state)]
    if (a !== b) return a < b ? best : state
    return (state.atSec ?? 0) < (best.atSec ?? 0) ? state : best
  })
}

function placeOf(key: Keyed['key'], column: string, atSec: number | null): string {
  return `${key[column]} ${key.chain ?? ''} ${atSec}`
}
