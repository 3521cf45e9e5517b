import { DAY_SEC, dayText } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import type { Emission } from './unlocks.tsx'
import './unlocks.css'

const DAYS = 35

interface DayEvent {
  readonly slug: string
  readonly name: string
  readonly share: number | null
}

/** What unlocks on each of the coming days. */
export function UnlockCalendar({ emissions }: { emissions: readonly Emission[] }) {
  const today = Math.floor(Date.now() / 1000 / DAY_SEC) * DAY_SEC
  const first = mondayOf(today)
  const days = Array.from({ length: DAYS }, (_, index) => first + index * DAY_SEC)
  const events = eventsByDay(emissions, first)
  return (
    <section className="block" aria-label="Calendar">
      <header className="section-head">
        <h2>The coming weeks</h2>
        <span className="note">Share of the circulating supply</span>
      </header>
      <ol className="calendar">
        {days.map((day) => (
          <li key={day} className={day === today ? 'today' : undefined}>
            <time dateTime={new Date(day * 1000).toISOString().slice(0, 10)}>{dayText(day)}</time>
            <ul>
              {(events.get(day) ?? []).map(({ slug, name, share }) => (
                <li key={slug}>
                  <AppLink to={`/unlocks/${encodeURIComponent(slug)}`}>{name}</AppLink>
                  {share !== null && <span className="dim"> {(share * 100).toFixed(1)}%</span>}
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
): ReadonlyMap<number, readonly DayEvent[]> {
  const all = emissions.flatMap(({ protocolSlug, name, nextEvent, events }) =>
    events
      .filter(({ unlockType }) => unlockType === 'cliff')
      .map(({ timestamp, noOfTokens }) => ({
        slug: protocolSlug,
        name,
        day: Math.floor(timestamp / DAY_SEC) * DAY_SEC,
        share: shareOf(noOfTokens.at(-1), nextEvent),
      })),
  )
  const shown = all.filter(({ day }) => day >= firstSec && day < firstSec + DAYS * DAY_SEC)
  return new Map(
    [...Map.groupBy(shown, ({ day }) => day)].map(([day, events]) => [day, oncePerToken(events)]),
  )
}

/** Several events of a token on one day are one. */
function oncePerToken(events: readonly DayEvent[]): readonly DayEvent[] {
  return [...Map.groupBy(events, ({ slug }) => slug)].map(([slug, same]) => {
    const known = same.flatMap(({ share }) => share ?? [])
    const share = known.length === 0 ? null : known.reduce((sum, part) => sum + part, 0)
    return { slug, name: same[0]?.name ?? slug, share }
  })
}

/** Of the same supply that the next event is compared with. */
function shareOf(tokens: number | undefined, next: Emission['nextEvent']): number | null {
  if (tokens === undefined || next === null || next.proportion === null || next.toUnlock === 0)
    return null
  return (tokens / next.toUnlock) * next.proportion
}

function mondayOf(daySec: number): number {
  const weekday = (new Date(daySec * 1000).getUTCDay() + 6) % 7
  return daySec - weekday * DAY_SEC
}
