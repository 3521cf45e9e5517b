import { inUnit } from '../../lib/numbers.ts'
import { DAY_SEC, dayText } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import type { Emission } from './emission.ts'
import { monthView } from './month-view.ts'
import './unlocks.css'

/** A tenth of what circulates fills the bar. */
const LARGE_SHARE = 0.1

interface DayEvent {
  readonly token: string
  /** Null where the token is of no protocol. */
  readonly slug: string | null
  readonly name: string
  readonly share: number | null
}

/** What unlocks on each day of a month: the coming weeks unless one is chosen. */
export function UnlockCalendar({
  emissions,
  month,
  onMonth,
}: {
  emissions: readonly Emission[]
  /** Such as 2026-12. */
  month: string
  onMonth(month: string): void
}) {
  const today = Math.floor(Date.now() / 1000 / DAY_SEC) * DAY_SEC
  const { title, first, dayCount, before, after } = monthView(month, today)
  const days = Array.from({ length: dayCount }, (_, index) => first + index * DAY_SEC)
  const events = eventsByDay(emissions, first, dayCount)
  return (
    <section className="block" aria-label="Calendar">
      <header className="section-head">
        <h2>{title}</h2>
        <span className="note">Share of the circulating supply</span>
        <div className="actions">
          <button type="button" className="action" onClick={() => onMonth(before)}>
            Month before
          </button>
          {month !== '' && (
            <button type="button" className="action" onClick={() => onMonth('')}>
              Coming weeks
            </button>
          )}
          <button type="button" className="action" onClick={() => onMonth(after)}>
            Month after
          </button>
        </div>
      </header>
      <ol className="calendar">
        {days.map((day) => (
          <li key={day} className={day === today ? 'today' : undefined}>
            <time dateTime={new Date(day * 1000).toISOString().slice(0, 10)}>{dayText(day)}</time>
            <ul>
              {(events.get(day) ?? []).map(({ token, slug, name, share }) => (
                <li key={token}>
                  {slug === null ? (
                    name
                  ) : (
                    <AppLink to={`/unlocks/${encodeURIComponent(slug)}`}>{name}</AppLink>
                  )}
                  {share !== null && (
                    <>
                      <span className="dim"> {inUnit(share * 100, 1, 1)}%</span>
                      <meter
                        min={0}
                        max={LARGE_SHARE}
                        value={share}
                        aria-label="Of the circulating supply"
                      />
                    </>
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  )
}

function eventsByDay(
  emissions: readonly Emission[],
  firstSec: number,
  dayCount: number,
): ReadonlyMap<number, readonly DayEvent[]> {
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
