import { useOperation } from '../../api/use-operation.ts'
import { Block } from '../../blocks/states/block.tsx'
import { dayText, toSec } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import { useDaysAgo } from '../../page/use-days-ago.ts'
import { companyPage } from './company-list.tsx'
import { isoDay } from './earnings-event.ts'
import './equities.css'

const MAX_EVENTS = 24
const WEEK_DAYS = 7

/** Who reports in the seven days from the one that is shown. */
export function WeekEarnings() {
  const from = useDaysAgo(0)
  const to = useDaysAgo(1 - WEEK_DAYS)
  const asked = useOperation('listEarningsCalendar', { from: isoDay(from), to: isoDay(to) })
  return (
    <Block
      title="Earnings in the next seven days"
      note={<AppLink to="/equities/earnings">The whole calendar</AppLink>}
      asked={asked}
      shape={{ rows: 3 }}
      empty={{ when: (events) => events.length === 0, say: 'Nobody reports.' }}
    >
      {(events) => (
        <>
          <ul className="week">
            {events.slice(0, MAX_EVENTS).map((event) => (
              <li key={`${event.iso2_country_code}${event.ticker}${event.event_key}`}>
                <AppLink to={companyPage(event.ticker, event.iso2_country_code)}>
                  {event.ticker}
                </AppLink>{' '}
                <span className="dim">
                  {dayText(toSec(event.report_date) ?? from)}, {event.date_status}
                  {event.max_drift_days !== null && ` ± ${event.max_drift_days} d`}
                </span>
              </li>
            ))}
          </ul>
          {events.length > MAX_EVENTS && (
            <p className="dim">and {events.length - MAX_EVENTS} more</p>
          )}
        </>
      )}
    </Block>
  )
}
