import { ExportPicture } from '../../blocks/export/export-picture.tsx'
import { inUnit } from '../../lib/numbers.ts'
import { DAY_SEC, dayText } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import { calendarHeight, calendarSvg } from './calendar-svg.ts'
import { eventsByDay, LARGE_SHARE } from './day-events.ts'
import type { Emission } from './emission.ts'
import { monthView } from './month-view.ts'
import './unlocks.css'

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
          <ExportPicture
            title={`Unlocks: ${title}, share of the circulating supply`}
            height={calendarHeight(days, events)}
            draw={(colors) => calendarSvg(days, events, today, colors)}
          />
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
