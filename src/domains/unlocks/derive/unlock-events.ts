import { DAY_SEC } from '../../../lib/clock.ts'
import { CATEGORIES, type Category } from '../schedule.ts'
import type { SectionCurve } from './section-curve.ts'
import type { Segment } from './unlock-segments.ts'

export interface UnlockEvent {
  /** `{tokens[0]}`, `{tokens[1]}` and `{timestamp}` stand for the figures beside it. */
  description: string
  timestamp: number
  /** A cliff's tokens, or tokens a week before and after, with four significant digits. */
  noOfTokens: number[]
  category: Category
  unlockType: 'cliff' | 'linear'
  /** How long a new pace lasts; `null` for a cliff, and when it comes to an end. */
  rateDurationDays?: number
}

/** An event of one section, before it is merged with others. */
interface SectionEvent {
  label: string
  category: Category
  unlockType: 'cliff' | 'linear'
  atSec: number
  /** Tokens a week before a change of pace; 0 for a cliff. */
  before: number
  /** Tokens of a cliff, or tokens a week from now on. */
  after: number
  /** When a new pace changes again. */
  nextSec: number | null
}

const WEEK_SEC = 7 * DAY_SEC
const SMALLEST_CHANGE = 0.001

/**
 * Cliffs and changes of pace in order of time, those of one timestamp, category and type as one
 * (unlocks.md#emissions, unlocks.md#events).
 */
export function unlockEvents(sections: readonly Announcer[]): UnlockEvent[] {
  const events: SectionEvent[] = []
  for (const section of sections) {
    addCliffs(section, events)
    addChanges(section, events)
  }
  const merged: SectionEvent[][] = []
  for (const event of events.sort(inOrder)) {
    const last = merged.at(-1)
    if (last?.[0] !== undefined && inOrder(last[0], event) === 0) last.push(event)
    else merged.push([event])
  }
  return merged.map(mergeEvents)
}

type Announcer = Pick<SectionCurve, 'label' | 'category' | 'announced'>

function addCliffs({ label, category, announced }: Announcer, events: SectionEvent[]): void {
  const cliff = { label, category, unlockType: 'cliff', before: 0, nextSec: null } as const
  let last: SectionEvent | undefined
  for (const { fromSec, toSec, amount } of announced) {
    if (fromSec < toSec) continue
    // Segments are in order of their ends, so those of one timestamp follow each other.
    if (last?.atSec === toSec) last.after += amount
    else {
      last = { ...cliff, atSec: toSec, after: amount }
      events.push(last)
    }
  }
}

/** Each against the last one that was told, so that many small ones do not pass unseen. */
function addChanges({ label, category, announced }: Announcer, events: SectionEvent[]): void {
  const lines = announced.filter(({ fromSec, toSec }) => fromSec < toSec)
  const byStart = Map.groupBy(lines, ({ fromSec }) => fromSec)
  const timesSec = [...new Set(lines.flatMap(({ fromSec, toSec }) => [fromSec, toSec]))].sort(
    (a, b) => a - b,
  )
  const change = { label, category, unlockType: 'linear', nextSec: null } as const
  let active: Segment[] = []
  let last: SectionEvent | undefined
  for (const atSec of timesSec) {
    active = active.filter(({ toSec }) => toSec > atSec).concat(byStart.get(atSec) ?? [])
    const pace = sumOf(
      active.map(({ fromSec, toSec, amount }) => (amount / (toSec - fromSec)) * WEEK_SEC),
    )
    const told = last?.after ?? 0
    if (Math.abs(pace - told) < SMALLEST_CHANGE * Math.max(pace, told)) continue
    if (last !== undefined && told > 0) last.nextSec = atSec
    last = { ...change, atSec, before: told, after: pace }
    events.push(last)
  }
}

function mergeEvents(events: readonly SectionEvent[]): UnlockEvent {
  const [{ atSec, category, unlockType }] = events as [SectionEvent]
  const labels = events.map(({ label }) => label).join(', ')
  const after = sumOf(events.map((event) => event.after))
  if (unlockType === 'cliff') {
    const description = `${labels}: {tokens[0]} tokens unlock at once on {timestamp}`
    return { description, timestamp: atSec, noOfTokens: [after], category, unlockType }
  }
  const before = sumOf(events.map((event) => event.before))
  const nextSec = Math.min(...events.map((event) => event.nextSec ?? Number.POSITIVE_INFINITY))
  return {
    description: `${labels}: weekly unlocks go from {tokens[0]} to {tokens[1]} tokens on {timestamp}`,
    timestamp: atSec,
    noOfTokens: [toFourDigits(before), toFourDigits(after)],
    category,
    unlockType,
    ...(Number.isFinite(nextSec) && { rateDurationDays: (nextSec - atSec) / DAY_SEC }),
  }
}

/** By time, cliffs before changes of pace, then by category; 0 for those that are one event. */
function inOrder(a: SectionEvent, b: SectionEvent): number {
  if (a.atSec !== b.atSec) return a.atSec - b.atSec
  if (a.unlockType !== b.unlockType) return a.unlockType === 'cliff' ? -1 : 1
  return CATEGORIES.indexOf(a.category) - CATEGORIES.indexOf(b.category)
}

function toFourDigits(value: number): number {
  return Number(value.toPrecision(4))
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** The next tokens of cliffs, or the new weekly pace, if any is to come (unlocks.md#emissions). */
export function nextEvent(
  events: readonly UnlockEvent[],
  nowSec: number,
  marketSupply: number | null,
) {
  const first = events.findIndex(({ timestamp }) => timestamp > nowSec)
  const date = events[first]?.timestamp
  if (date === undefined) return null
  const together: UnlockEvent[] = []
  for (let index = first; events[index]?.timestamp === date; index++)
    together.push(events[index] as UnlockEvent)
  const cliffs = together.filter(({ unlockType }) => unlockType === 'cliff')
  const toUnlock = (cliffs.length > 0 ? cliffs : together).reduce(
    (sum, { noOfTokens }) => sum + (noOfTokens.at(-1) ?? 0),
    0,
  )
  const proportion = marketSupply === null || marketSupply === 0 ? null : toUnlock / marketSupply
  return { date, toUnlock, proportion }
}
