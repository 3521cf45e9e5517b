import { countUpTo } from '../../../derive/count-up-to.ts'
import { at } from '../../../lib/at.ts'
import type { Category, Section } from '../schedule.ts'
import { addForecast, type Polyline, polylineAt } from './polyline.ts'
import { type Segment, unlockSegments } from './unlock-segments.ts'

/** Tokens unlocked in all until some timestamps, in order of time. */
export interface SectionRecords {
  timesSec: readonly number[]
  unlocked: readonly number[]
}

/** Emitted and burned tokens count apart, and neither ever falls (unlocks.md#burned-tokens). */
export interface SectionCurve {
  label: string
  category: Category
  isIncentive: boolean
  /** `undefined` for a recorded section without a record. */
  startSec: number | undefined
  endSec: number
  /** Set when more is to come than the records say: what is after this timestamp is a forecast. */
  incomplete: { allocation: number; lastRecordSec: number } | undefined
  /** What was announced of it: the segments of a written section that unlocks. */
  announced: readonly Segment[]
  /** Tokens emitted, or burned, up to and including a timestamp. */
  emittedAt(atSec: number): number
  burnedAt(atSec: number): number
  /** A cliff at midnight belongs to the day that begins, a first record to none. */
  emittedBefore(atSec: number): number
}

const none = () => 0

/** The curve of a written or of a recorded section (unlocks.md#schedule-engine). */
export function sectionCurve(section: Section, records: SectionRecords | undefined): SectionCurve {
  const { label, category, isIncentive } = section
  if (section.isRecorded)
    return { label, category, isIncentive, ...recordedCurve(section.allocation, records) }
  const segments = unlockSegments(section.unlocks)
  const amount = segmentSum(segments)
  const amountAt = (atSec: number) => amount(atSec, true)
  const starts = section.unlocks.map((unlock) =>
    unlock.type === 'cliff' ? unlock.atSec : unlock.fromSec,
  )
  return {
    label,
    category,
    isIncentive,
    startSec: starts.length === 0 ? undefined : Math.min(...starts),
    endSec: segments.at(-1)?.toSec ?? 0,
    incomplete: undefined,
    announced: section.isBurn ? [] : segments,
    emittedAt: section.isBurn ? none : amountAt,
    burnedAt: section.isBurn ? amountAt : none,
    emittedBefore: section.isBurn ? none : (atSec) => amount(atSec, false),
  }
}

/** What segments, by their ends, have brought by a timestamp; asks only those under way. */
function segmentSum(segments: readonly Segment[]): (atSec: number, withCliffs: boolean) => number {
  const ends = segments.map(({ toSec }) => toSec)
  const doneSums = [0]
  for (const { amount } of segments) doneSums.push((doneSums.at(-1) ?? 0) + amount)
  // The earliest start from here on: when that lies ahead, no further segment has begun.
  const starts = segments.map(({ fromSec }) => fromSec)
  for (let index = starts.length - 2; index >= 0; index--)
    starts[index] = Math.min(starts[index] ?? 0, starts[index + 1] ?? 0)
  return (atSec, withCliffs) => {
    const done = countUpTo(ends, withCliffs ? atSec : atSec - 1)
    let sum = doneSums[done] ?? 0
    for (let index = done; index < segments.length && (starts[index] ?? 0) < atSec; index++) {
      const { fromSec, toSec, amount } = segments[index] as Segment
      if (fromSec < atSec) sum += amount * ((atSec - fromSec) / (toSec - fromSec))
    }
    return sum
  }
}

/** A line between records; one below the record before says that tokens were burned. */
function recordedCurve(
  allocation: number | null,
  records: SectionRecords | undefined,
): Omit<SectionCurve, 'label' | 'category' | 'isIncentive'> {
  const { timesSec, unlocked } = records ?? { timesSec: [], unlocked: [] }
  const [startSec, lastRecordSec] = [timesSec[0], timesSec.at(-1)]
  const burned: Polyline = { timesSec, values: fallsOf(unlocked) }
  const recorded: Polyline = {
    timesSec,
    values: unlocked.map((value, index) => value + at(burned.values, index)),
  }
  const isIncomplete = allocation !== null && (recorded.values.at(-1) ?? allocation) < allocation
  const emitted = isIncomplete ? addForecast(recorded, allocation) : recorded
  return {
    startSec,
    endSec: emitted.timesSec.at(-1) ?? 0,
    incomplete:
      isIncomplete && lastRecordSec !== undefined ? { allocation, lastRecordSec } : undefined,
    announced: [],
    emittedAt: (atSec) => polylineAt(emitted, atSec),
    burnedAt: (atSec) => polylineAt(burned, atSec),
    emittedBefore: (atSec) => polylineAt(emitted, Math.max(atSec, startSec ?? atSec)),
  }
}

/** All that a series has fallen by until each of its values. */
function fallsOf(values: readonly number[]): number[] {
  let fallen = 0
  return values.map((value, index) => {
    fallen += Math.max(0, (values[index - 1] ?? value) - value)
    return fallen
  })
}
