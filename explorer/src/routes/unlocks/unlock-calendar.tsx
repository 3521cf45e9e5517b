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
  const events = new Map<number, Map<string, DayEvent>>()
  for (const { protocolSlug, name, circSupply, events: all } of emissions)
    for (const { timestamp, noOfTokens } of all) {
      const day = Math.floor(timestamp / DAY_SEC) * DAY_SEC
      if (day < firstSec || day >= firstSec + DAYS * DAY_SEC) continue
      const tokens = noOfTokens.at(-1) ?? null
      const share = tokens === null || !circSupply ? null : tokens / circSupply
      const ofDay = events.get(day) ?? new Map<string, DayEvent>()
      const before = ofDay.get(protocolSlug)?.share ?? null
      const sum = share === null ? before : (before ?? 0) + share
      ofDay.set(protocolSlug, { slug: protocolSlug, name, share: sum })
      events.set(day, ofDay)
    }
  return new Map([...events].map(([day, ofDay]) => [day, [...ofDay.values()]]))
}

function mondayOf(daySec: number): number {
  const weekday = (new Date(daySec * 1000).getUTCDay() + 6) % 7
  return daySec - weekday * DAY_SEC
}
