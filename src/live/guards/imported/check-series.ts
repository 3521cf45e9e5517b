import { at } from '../../../lib/at.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import type { Watch } from '../../model/watch.ts'
import { type EvaluatedReading, evaluateReadings, type History } from '../evaluate-readings.ts'
import type { GuardName, Reading } from '../rules/guard.ts'
import type { GuardSettings } from '../rules/settings.ts'
import { SeriesPast } from '../series-past.ts'

/** The readings of a series at one timestamp, one for each watch of the fact. */
export interface Timestamp {
  atSec: number
  readings: readonly Reading[]
  /** False where all of it was in the store before. */
  isNew: boolean
  /** True where its rows tell that a guard may catch it, or it follows such a one. */
  isChecked: boolean
}

interface Options {
  settings: GuardSettings
  nowSec: number
}

/** What follows can tell about these; the others are wrong by themselves. */
const ABOUT_LEVELS: readonly GuardName[] = [
  'spike',
  'drop',
  'unit-error',
  'vanished-part',
  'unpriced',
  'new-listing',
]
const NEXT_READINGS = 3
const MAX_FOLLOWERS = 24

/**
 * What guards catch in a series of a file, in order of time. A file knows what came later: a level
 * that most of the following week has too is published with a flag, any other is held.
 */
export function checkSeries(
  timestamps: readonly Timestamp[],
  options: Options,
): EvaluatedReading[] {
  const pasts = new Map<Watch, SeriesPast>()
  const pastOf = (watch: Watch) => pasts.getOrInsertComputed(watch, () => new SeriesPast())
  return timestamps.flatMap(({ readings, isNew, isChecked }, index) => {
    if (isNew && isChecked) return checkTimestamp(timestamps, index, { ...options, pastOf })
    for (const reading of readings) remember(pastOf(reading.watch), reading)
    return []
  })
}

/** What guards catch at one timestamp; what they do not becomes past. */
function checkTimestamp(
  timestamps: readonly Timestamp[],
  index: number,
  options: Options & Pick<History, 'pastOf'>,
): EvaluatedReading[] {
  const { readings } = at(timestamps, index)
  const { pastOf } = options
  const { evaluated } = evaluateReadings(readings, { pastOf, open: [] }, options)
  if (!evaluated.some(({ isHeld }) => isHeld)) return []
  if (!isAboutLevels(evaluated) || !lasts(timestamps, index, options)) return evaluated
  for (const reading of readings) pastOf(reading.watch, reading.series).publish(reading)
  return evaluated.map((one) => ({ ...one, isHeld: false }))
}

function remember(past: SeriesPast, { atSec, lines, parts }: Reading): void {
  past.load({ atSec, lines: [...lines], isCarried: false, parts })
}

function isAboutLevels(evaluated: readonly EvaluatedReading[]): boolean {
  return evaluated.every(({ causes }) => causes.every(({ guard }) => ABOUT_LEVELS.includes(guard)))
}

/** Whether guards also catch two of the next three readings and most of the following week. */
function lasts(
  timestamps: readonly Timestamp[],
  index: number,
  { pastOf, settings, nowSec }: Options & Pick<History, 'pastOf'>,
): boolean {
  const { atSec: timeSec } = at(timestamps, index)
  const untilSec = timeSec + settings.agreement.withinDays * DAY_SEC
  const later = timestamps.slice(index + 1)
  const week = later.filter(
    ({ atSec }, place) => atSec <= untilSec || place < settings.agreement.withinDays,
  )
  if (week.length < NEXT_READINGS) return false
  const step = Math.ceil(week.length / MAX_FOLLOWERS)
  const unchanged: History = {
    pastOf: (watch, series) => new UnchangedPast(pastOf(watch, series)),
    open: [],
  }
  const isCaught = ({ readings }: Timestamp) => {
    const moved = readings.map((reading) => ({ ...reading, atSec: timeSec }))
    const { evaluated } = evaluateReadings(moved, unchanged, { settings, nowSec })
    return evaluated.some(({ isHeld }) => isHeld)
  }
  const areMost = (some: readonly Timestamp[]) => some.filter(isCaught).length * 2 > some.length
  return (
    areMost(week.slice(0, NEXT_READINGS)) && areMost(week.filter((_, place) => place % step === 0))
  )
}

/** A past that what-if queries leave as it is. */
class UnchangedPast extends SeriesPast {
  readonly #past: SeriesPast

  constructor(past: SeriesPast) {
    super()
    this.#past = past
    this.parts = past.parts
  }

  override line(name: string) {
    return this.#past.line(name)
  }

  override publish(): void {
    // Nothing that is only tried becomes past.
  }

  override carry(): undefined {
    return undefined
  }
}
