import type { Body } from '../../api/request.ts'
import type { NamedPoints, Value } from '../../lib/series.ts'
import { monthStart, periodOf, periodStart, weekStart } from '../../lib/series-steps.ts'
import { sumOf } from '../../lib/sums.ts'
import { DAY_SEC, dayStart, isoDay, monthName } from '../../lib/writing.ts'

/** A tenth of what circulates fills the bar. */
export const LARGE_SHARE = 0.1

export interface DayEvent {
  readonly token: string
  /** Null where the token is of no protocol. */
  readonly slug: string | null
  readonly name: string
  readonly share: number | null
}

/** What unlocks at once on each day, by its first second. */
export type DayEvents = ReadonlyMap<number, readonly DayEvent[]>

export function eventsByDay(
  emissions: readonly Emission[],
  firstSec: number,
  dayCount: number,
): DayEvents {
  const all = emissions.flatMap(({ token, protocolSlug, name, nextEvent, events }) =>
    events
      .filter(({ unlockType }) => unlockType === 'cliff')
      .map(({ timestamp, noOfTokens }) => ({
        token: protocolSlug ?? token,
        slug: protocolSlug,
        name,
        day: dayStart(timestamp),
        share: shareOf(noOfTokens.at(-1), nextEvent),
      })),
  )
  const shown = all.filter(({ day }) => day >= firstSec && day < firstSec + dayCount * DAY_SEC)
  return new Map(
    [...Map.groupBy(shown, ({ day }) => day)].map(([day, events]) => [day, oncePerToken(events)]),
  )
}

/** Several events of a token on one day are one. */
function oncePerToken(events: readonly DayEvent[]): readonly DayEvent[] {
  return [...Map.groupBy(events, ({ token }) => token)].map(([token, same]) => {
    const known = same.flatMap(({ share }) => share ?? [])
    const share = known.length === 0 ? null : known.reduce((sum, part) => sum + part, 0)
    return { token, slug: same[0]?.slug ?? null, name: same[0]?.name ?? token, share }
  })
}

/** Of the same supply that the next event is compared with. */
function shareOf(tokens: number | undefined, next: Emission['nextEvent']): number | null {
  if (tokens === undefined || next === null || next.proportion === null || next.toUnlock === 0)
    return null
  return (tokens / next.toUnlock) * next.proportion
}

const WEEK_DAYS = 7
const COMING_WEEKS = 5

/** The whole weeks of a month such as 2026-12, or the coming ones where it names none. */
export function monthView(month: string, todaySec: number) {
  const [, year = '', number = ''] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? []
  const isNamed = year !== ''
  const index = isNamed ? Number(year) * 12 + Number(number) - 1 : periodOf(todaySec, 'm')
  const start = periodStart(index, 'm')
  const first = weekStart(isNamed ? start : todaySec)
  const weeks = isNamed
    ? Math.ceil((periodStart(index + 1, 'm') - first) / DAY_SEC / WEEK_DAYS)
    : COMING_WEEKS
  return {
    title: isNamed ? `${monthName(index % 12)} ${Math.floor(index / 12)}` : 'The coming weeks',
    first,
    dayCount: weeks * WEEK_DAYS,
    before: keyOf(index - 1),
    after: keyOf(index + 1),
  }
}

function keyOf(index: number): string {
  return isoDay(periodStart(index, 'm')).slice(0, 7)
}

/** A row of `/api/emissions`. */
export type Emission = Body<'listEmissions'>[number]

export type UnlockEvent = Emission['events'][number]

/** The kinds and receivers of what comes next, at the date of the next event. */
export function nextKinds({ nextEvent, events }: Emission): readonly UnlockEvent[] {
  return nextEvent === null ? [] : events.filter(({ timestamp }) => timestamp === nextEvent.date)
}

/** What an event says, with its figures and its day in the places that it leaves for them. */
export function eventText(
  { description, timestamp, noOfTokens }: UnlockEvent,
  write: { tokens(value: number): string; day(sec: number): string },
): string {
  return description
    .replaceAll(/\{tokens\[(\d+)\]\}/g, (_, index: string) => {
      const tokens = noOfTokens[Number(index)]
      return tokens === undefined ? '—' : write.tokens(tokens)
    })
    .replaceAll('{timestamp}', write.day(timestamp))
}

export type Schedule = Body<'getEmission'>
type Section = Schedule['body']['documentedData']['data'][number]

/** Tokens unlocked in all up to each day, or newly in each month. */
export function scheduleSeries(
  sections: readonly Section[],
  by: 'cumulative' | 'month',
): readonly NamedPoints[] {
  return sections.map(({ label, data }) => ({
    name: label,
    points:
      by === 'cumulative'
        ? data.map(({ timestamp, unlocked }) => [timestamp, unlocked] as const)
        : monthly(data),
  }))
}

/** What was unlocked by a timestamp, of all sections; null before the first day of each. */
export function unlockedAt(sections: readonly Section[], sec: number): number | null {
  return sumOf(
    sections.map(
      ({ data }) => data.findLast(({ timestamp }) => timestamp <= sec)?.unlocked ?? null,
    ),
  )
}

/** The growth within each month, at the first of it; the first month has what was there at once. */
function monthly(data: Section['data']): readonly (readonly [number, Value])[] {
  const months = [...Map.groupBy(data, ({ timestamp }) => monthStart(timestamp))]
  let before: number | null = null
  return months.map(([month, days]) => {
    const end = days.findLast(({ unlocked }) => unlocked !== null)?.unlocked ?? null
    const grown: Value = end === null ? null : end - (before ?? 0)
    before = end ?? before
    return [month, grown] as const
  })
}
