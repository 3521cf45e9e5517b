import type { StateDefinition, States } from '../../../cache/states.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { CalendarCompany } from '../derive/calendar-rows.ts'
import type { EarningsEvent } from '../derive/earnings-events.ts'
import { equityFilings } from '../facts.ts'
import { COMPANY_FACTS, type Company, companiesState } from '../read/companies.ts'
import type { EventsByCik } from '../read/earnings.ts'
import { recentEarningsState } from '../read/earnings-states.ts'
import { rowBody } from './calendar-row.ts'

/** A listing in the calendar, which keeps the rows it has written. */
export class CalendarListing implements CalendarCompany {
  readonly ticker: string
  readonly country: string
  readonly cik: string
  readonly events: readonly EarningsEvent[]
  readonly #rows = new Map<EarningsEvent, string>()

  constructor({ ticker, country, cik, events }: CalendarCompany) {
    this.ticker = ticker
    this.country = country
    this.cik = cik
    this.events = events
  }

  /** The JSON of a row. */
  row(event: EarningsEvent): string {
    const known = this.#rows.get(event)
    if (known !== undefined) return known
    const written = JSON.stringify(rowBody(this, event))
    this.#rows.set(event, written)
    return written
  }
}

/**
 * The listings of companies that file, each with the events of its company; a listing whose events
 * are still the same stays.
 */
export function toListings(
  companies: readonly Company[],
  events: EventsByCik,
  previous: readonly CalendarListing[] = [],
): CalendarListing[] {
  const before = new Map(previous.map((listing) => [keyOf(listing), listing]))
  return companies.flatMap(({ ticker, country, cik }) => {
    if (cik === null) return []
    const listing = { ticker, country, cik, events: events.get(cik) ?? [] }
    const known = before.get(keyOf(listing))
    return known?.events === listing.events ? known : new CalendarListing(listing)
  })
}

function keyOf({ ticker, country, cik }: CalendarCompany): string {
  return `${country} ${ticker} ${cik}`
}

/**
 * Listings with their recent events. Writing the rows takes longer than everything else, so that
 * those of companies without news are kept.
 */
export const recentListingsState: StateDefinition<readonly CalendarListing[]> = {
  name: 'equities.recentListings',
  reads: [...COMPANY_FACTS, equityFilings],
  build: (snapshot, states) => readRecentListings(snapshot, states),
  update: (previous, snapshot, _, states) => readRecentListings(snapshot, states, previous),
}

async function readRecentListings(
  snapshot: Snapshot,
  states: States,
  previous?: readonly CalendarListing[],
): Promise<CalendarListing[]> {
  const [companies, { events }] = await Promise.all([
    states.get(companiesState, snapshot),
    states.get(recentEarningsState, snapshot),
  ])
  return toListings(companies.all, events, previous)
}
