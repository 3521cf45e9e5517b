import { at } from '../../../../lib/at.ts'

/** What the newest filing says of a figure, what the first said, and when. */
export interface Versions {
  /** By the newest filing, which wins. */
  readonly value: number
  readonly firstValue: number
  readonly firstFiled: string
  readonly lastFiled: string
  /** The first filing that gave today's value. */
  readonly changedFiled: string
}

/** Whether whole and parts are of one state of the books (equities.md#quarters). */
export function areConsistent(whole: Versions, parts: readonly Versions[]): boolean {
  if (isRestated(whole))
    return parts.some(isRestated) && parts.every((part) => part.lastFiled > whole.firstFiled)
  return parts.every((part) => !isRestated(part) || part.changedFiled <= whole.lastFiled)
}

/** What is left of a whole without its parts, if they are consistent. */
export function subtract(whole: Versions, parts: readonly Versions[]): Versions | undefined {
  if (!areConsistent(whole, parts)) return undefined
  const all = [whole, ...parts]
  const less = (pick: (versions: Versions) => number) =>
    parts.reduce((rest, part) => rest - pick(part), pick(whole))
  return {
    value: less(({ value }) => value),
    firstValue: less(({ firstValue }) => firstValue),
    firstFiled: latest(all.map(({ firstFiled }) => firstFiled)),
    lastFiled: earliest(all.map(({ lastFiled }) => lastFiled)),
    changedFiled: latest(all.map(({ changedFiled }) => changedFiled)),
  }
}

function latest(dates: readonly string[]): string {
  let found = at(dates, 0)
  for (const date of dates) if (date > found) found = date
  return found
}

function earliest(dates: readonly string[]): string {
  let found = at(dates, 0)
  for (const date of dates) if (date < found) found = date
  return found
}

function isRestated({ value, firstValue }: Versions): boolean {
  return value !== firstValue
}

/** A figure of a period, first and last day included. */
export interface PeriodFigure extends Versions {
  readonly startDay: number
  readonly endDay: number
}

/** Values of years and of single quarters by the day they end. */
export interface PeriodValues {
  readonly years: ReadonlyMap<number, Versions>
  readonly quarters: ReadonlyMap<number, Versions>
}

// 13 or 14 weeks a quarter: 52/53-week years and calendar quarters both fit, and their multiples.
const LENGTHS = [
  { quarters: 1, from: 80, to: 100 },
  { quarters: 2, from: 170, to: 194 },
  { quarters: 3, from: 259, to: 287 },
  { quarters: 4, from: 350, to: 380 },
]
// Files date the start of a year differently by a few days.
const START_SLACK_DAYS = 6

/** How many quarters a period has, by its length and never by its label (equities.md). */
export function quartersIn(startDay: number, endDay: number): number | undefined {
  const days = endDay - startDay + 1
  return LENGTHS.find(({ from, to }) => days >= from && days <= to)?.quarters
}

/** Whether two periods begin at one start of a year. */
export function startsTogether(
  one: Pick<PeriodFigure, 'startDay'>,
  other: Pick<PeriodFigure, 'startDay'>,
): boolean {
  return Math.abs(one.startDay - other.startDay) <= START_SLACK_DAYS
}

/** What a last quarter is worked out from where both are filed. */
export type Before = 'quarters' | 'onePeriod'

/** A quarter as filed, or what a longer period has more than others (equities.md#quarters). */
export function periodValues(
  figures: readonly PeriodFigure[],
  before: Before = 'quarters',
): PeriodValues {
  const byLength = [1, 2, 3, 4].map((quarters) =>
    figures.filter(({ startDay, endDay }) => quartersIn(startDay, endDay) === quarters),
  )
  const quarters = newestByEnd(at(byLength, 0))
  const byStart = new Map([...quarters.values()].map((quarter) => [quarter.startDay, quarter]))
  for (const length of [2, 3, 4]) {
    for (const whole of at(byLength, length - 1)) {
      if (quarters.has(whole.endDay)) continue
      const singles = quartersBefore(whole, length - 1, byStart)
      const longer = at(byLength, length - 2).find((figure) => startsTogether(figure, whole))
      const period = longer && [longer]
      const [first, second] = before === 'quarters' ? [singles, period] : [period, singles]
      const last = lastQuarter(whole, first ?? second)
      if (last === undefined) continue
      quarters.set(last.endDay, last)
      byStart.set(last.startDay, last)
    }
  }
  return { years: new Map(at(byLength, 3).map((year) => [year.endDay, year])), quarters }
}

/** Of several periods that end on one day the one that was filed last. */
function newestByEnd(figures: readonly PeriodFigure[]): Map<number, PeriodFigure> {
  return new Map(
    figures
      .toSorted((a, b) => (a.lastFiled < b.lastFiled ? -1 : 1))
      .map((figure) => [figure.endDay, figure]),
  )
}

/** Values that are never summed, such as earnings per share: only those filed for that period. */
export function filedValues(figures: readonly PeriodFigure[]): PeriodValues {
  const of = (quarters: number) =>
    new Map(
      figures
        .filter(({ startDay, endDay }) => quartersIn(startDay, endDay) === quarters)
        .map((figure) => [figure.endDay, figure]),
    )
  return { years: of(4), quarters: of(1) }
}

function lastQuarter(
  whole: PeriodFigure,
  parts: readonly PeriodFigure[] | undefined,
): PeriodFigure | undefined {
  const rest = parts === undefined ? undefined : subtract(whole, parts)
  if (parts === undefined || rest === undefined) return undefined
  const startDay = Math.max(...parts.map(({ endDay }) => endDay)) + 1
  return quartersIn(startDay, whole.endDay) === 1
    ? { ...rest, startDay, endDay: whole.endDay }
    : undefined
}

function startingNear(
  byStart: ReadonlyMap<number, PeriodFigure>,
  day: number,
): PeriodFigure | undefined {
  for (let off = 0; off <= START_SLACK_DAYS; off++) {
    const found = byStart.get(day - off) ?? byStart.get(day + off)
    if (found !== undefined) return found
  }
  return undefined
}

/** The single quarters of a whole but its last one; `undefined` when one is missing. */
function quartersBefore(
  whole: PeriodFigure,
  count: number,
  byStart: ReadonlyMap<number, PeriodFigure>,
): PeriodFigure[] | undefined {
  const singles: PeriodFigure[] = []
  let startDay = whole.startDay
  while (singles.length < count) {
    const quarter = startingNear(byStart, startDay)
    if (quarter === undefined) return undefined
    singles.push(quarter)
    startDay = quarter.endDay + 1
  }
  return singles
}
