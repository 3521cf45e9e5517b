import { DAY_SEC } from '../../lib/times.ts'
import type { Emission } from './emission.ts'

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
        day: Math.floor(timestamp / DAY_SEC) * DAY_SEC,
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
