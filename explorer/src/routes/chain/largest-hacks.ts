import type { Annotation } from '../../blocks/chart/notes.ts'
import { DAY_SEC } from '../../lib/times.ts'

interface Hack {
  readonly date: number
  readonly name: string
  readonly amount: number | null
  readonly chain: readonly string[] | null
}

/** More lines than this would hide the series. */
const MAX_HACKS = 8

/** The largest hacks on a chain, for charts. */
export function largestHacks(hacks: readonly Hack[], chain: string): Annotation[] {
  return hacks
    .filter((hack) => hack.chain?.includes(chain) === true)
    .toSorted((a, b) => (b.amount ?? 0) - (a.amount ?? 0))
    .slice(0, MAX_HACKS)
    .map(({ date, name }) => ({
      sec: Math.floor(date / DAY_SEC) * DAY_SEC,
      text: `Hack: ${name}`,
    }))
}
