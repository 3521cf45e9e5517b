import type { Body } from '../../api/request.ts'
import type { Annotation } from '../../blocks/chart/notes.ts'
import { dayStart, grouped, shortText, toSec } from '../../lib/writing.ts'
import type { UnlockEvent } from '../unlocks/day-events.ts'
import type { ProtocolDetail } from './protocol-detail.ts'

type Hack = Body<'listHacks'>[number]
type Raise = ProtocolDetail['raises'][number]

export interface ProtocolEventsGiven {
  readonly hallmarks: readonly (readonly [sec: number, text: string])[]
  readonly hacks: readonly Pick<Hack, 'date' | 'technique'>[]
  readonly raises: readonly Pick<Raise, 'date' | 'round' | 'amount'>[]
  readonly unlocks: readonly Pick<UnlockEvent, 'timestamp' | 'noOfTokens' | 'unlockType'>[]
}

/** More lines than this would hide what they explain; the largest stay. */
const MAX_UNLOCKS = 12

/** What happened to a protocol, on its days, for charts. */
export function annotationsOf(given: ProtocolEventsGiven): Annotation[] {
  return [
    ...given.hallmarks.map(([sec, text]) => ({ sec: dayStart(sec), text })),
    ...given.hacks.map(({ date, technique }) => ({
      sec: dayStart(date),
      text: `Hack: ${technique ?? 'unknown'}`,
    })),
    ...given.raises.flatMap(({ date, round, amount }) => {
      const sec = toSec(date)
      const text = `${round ?? 'Raise'}, ${shortText(amount === null ? null : amount * 1e6, { sign: '$' })}`
      return sec === null ? [] : [{ sec: dayStart(sec), text }]
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
    const day = dayStart(timestamp)
    days.set(day, (days.get(day) ?? 0) + tokens)
  }
  return [...days]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_UNLOCKS)
    .map(([sec, tokens]) => ({ sec, text: `Unlock of ${grouped(tokens, 0)}` }))
}

/** More lines than this would hide the series. */
const MAX_HACKS = 8

/** The largest hacks on a chain, for charts. */
export function largestHacks(
  hacks: readonly Pick<Hack, 'date' | 'name' | 'amount' | 'chain'>[],
  chain: string,
): Annotation[] {
  return hacks
    .filter((hack) => hack.chain?.includes(chain) === true)
    .toSorted((a, b) => (b.amount ?? 0) - (a.amount ?? 0))
    .slice(0, MAX_HACKS)
    .map(({ date, name }) => ({
      sec: dayStart(date),
      text: `Hack: ${name}`,
    }))
}
