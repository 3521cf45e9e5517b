import type { Query } from '../../api/ask.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { Facts } from '../../blocks/facts/facts.tsx'
import { Block } from '../../blocks/states/block.tsx'

interface Event {
  readonly event_key: string
  readonly date_status: string
  readonly report_date: string
  readonly source: string
  readonly source_form: string | null
  readonly accession_number: string | null
  readonly max_drift_days: number | null
}

const MAX_EVENTS = 8

/** When a company reports, and where each date comes from. */
export function CompanyEarnings({ query }: { query: Query }) {
  const asked = useAnswer<readonly Event[]>('/equities/v1/earnings-calendar', query)
  return (
    <Block
      title="Earnings dates"
      asked={asked}
      shape={{ rows: 4 }}
      empty={{ when: (events) => events.length === 0, say: 'No date is known.' }}
    >
      {(events) => (
        <Facts
          lines={[...events]
            .sort((a, b) => b.report_date.localeCompare(a.report_date))
            .slice(0, MAX_EVENTS)
            .map((event) => [`${event.event_key}, ${event.report_date}`, originOf(event)])}
        />
      )}
    </Block>
  )
}

function originOf(event: Event): string {
  const drift = event.max_drift_days === null ? '' : `, ± ${event.max_drift_days} days`
  const filing =
    event.accession_number === null ? '' : ` ${event.source_form ?? ''} ${event.accession_number}`
  return `${event.date_status}${drift}; ${event.source}${filing}`
}
