import type { Annotation } from '../../blocks/chart/notes.ts'
import { grouped, shortText } from '../../lib/numbers.ts'
import { DAY_SEC, toSec } from '../../lib/times.ts'

export interface ProtocolEventsGiven {
  readonly hallmarks: readonly (readonly [sec: number, text: string])[]
  readonly hacks: readonly { readonly date: number; readonly technique: string | null }[]
  readonly raises: readonly {
    readonly date: string | number | null
    readonly round: string | null
    readonly amount: number | null
  }[]
  readonly unlocks: readonly {
    readonly timestamp: number
    readonly noOfTokens: readonly number[]
    readonly unlockType: string | null
  }[]
}

/** More lines than this would hide what they explain; the largest stay. */
const MAX_UNLOCKS = 12

/** What happened to a protocol, on its days, for charts. */
export function annotationsOf(given: ProtocolEventsGiven): Annotation[] {
  return [
    ...given.hallmarks.map(([sec, text]) => ({ sec: dayOf(sec), text })),
    ...given.hacks.map(({ date, technique }) => ({
      sec: dayOf(date),
      text: `Hack: ${technique ?? 'unknown'}`,
    })),
    ...given.raises.flatMap(({ date, round, amount }) => {
      const sec = toSec(date)
      const text = `${round ?? 'Raise'}, ${shortText(amount === null ? null : amount * 1e6, { sign: '$' })}`
      return sec === null ? [] : [{ sec: dayOf(sec), text }]
    }),
    ...largestUnlocks(given.unlocks),
  ]
}

/** Tokens that came at once, a line a day. */
function largestUnlocks(unlocks: ProtocolEventsGiven['unlocks']): Annotation[] {
  const days = new Map<number, number>()
  for (const { timestamp, noOfTokens, unlockType } of unlocks) {
    const tokens = noOfTokens.at(-1)
    if (unlockType !== 'cliff' || tokens === undefined) continue
    const day = dayOf(timestamp)
    days.set(day, (days.get(day) ?? 0) + tokens)
  }
  return [...days]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_UNLOCKS)
    .map(([sec, tokens]) => ({ sec, text: `Unlock of ${grouped(tokens, 0)}` }))
}

function dayOf(sec: number): number {
  return Math.floor(sec / DAY_SEC) * DAY_SEC
}
