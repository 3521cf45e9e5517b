import { dayOf } from '../days.ts'
import { easternTime } from './eastern-time.ts'
import {
  expectedEnd,
  type FiscalQuarter,
  fiscalQuarter,
  previousQuarter,
  quarterBefore,
  quarterNumber,
} from './fiscal-quarter.ts'

/** A filing that may announce or hold results. */
export interface EarningsFiling {
  readonly accession: string
  readonly form: string
  readonly items: string | null
  readonly filingDate: string
  readonly reportDate: string | null
  readonly acceptedSec: number | null
  readonly description: string | null
  /** When the store learned of it. */
  readonly recordedSec: number
}

/** The day of a filing in New York: of its acceptance, or of the filing where that is not known. */
export function filingDay({ acceptedSec, filingDate }: EarningsFiling): number {
  return acceptedSec === null ? dayOf(filingDate) : easternTime(acceptedSec).day
}

/** The filings about one fiscal quarter. */
export interface QuarterFilings {
  readonly fiscal: FiscalQuarter
  readonly endDay: number
  /** The filing that dates the report. */
  readonly chosen: EarningsFiling
  readonly isRelease: boolean
  /** What dated it before the chosen one, in order: preliminary results, or an early report. */
  readonly earlier: readonly EarningsFiling[]
}

const PERIODIC = /^(10-QT?|10-KT?|20-F|40-F)$/
const RESULTS = /\b(results?|earnings|interim|half[- ]year|quarter(ly)?|q[1-4])\b/i
const DEFAULT_YEAR_END = '1231'
// A release may follow the periodic report by a few days; a later one is about something else.
const RELEASE_AFTER_DAYS = 3

/** An 8-K with item 2.02, or a foreign filer's 6-K with results (equities.md#earnings-calendar). */
export function isReleaseForm({ form, items, description }: EarningsFiling): boolean {
  if (form === '8-K') return items?.split(',').some((item) => item.trim() === '2.02') === true
  return form === '6-K' && description !== null && RESULTS.test(description)
}

function isPeriodicForm({ form }: EarningsFiling): boolean {
  return PERIODIC.test(form)
}

interface Slot {
  fiscal: FiscalQuarter
  endDay: number | undefined
  periodic: EarningsFiling | undefined
  releases: EarningsFiling[]
}

/** Sorts filings by the fiscal quarter they are about, oldest first; amended forms date nothing. */
export function quartersOf(
  filings: readonly EarningsFiling[],
  yearEnd: string | null,
): { yearEndText: string; quarters: QuarterFilings[] } {
  const dated = filings.filter((filing) => !Number.isNaN(filingDay(filing)))
  const releases = inOrder(dated.filter(isReleaseForm))
  const periodic = inOrder(
    dated.filter((filing) => isPeriodicForm(filing) && !Number.isNaN(periodEnd(filing))),
  )
  const yearEndText = yearEnd ?? lastYearEnd(periodic) ?? DEFAULT_YEAR_END
  const slots = new Map<number, Slot>()
  const slotOf = (fiscal: FiscalQuarter): Slot => {
    const known = slots.get(quarterNumber(fiscal)) ?? {
      fiscal,
      endDay: undefined,
      periodic: undefined,
      releases: [],
    }
    slots.set(quarterNumber(fiscal), known)
    return known
  }
  for (const filing of periodic) {
    const endDay = periodEnd(filing)
    const slot = slotOf(fiscalQuarter(endDay, yearEndText))
    if (slot.periodic !== undefined) continue
    slot.periodic = filing
    slot.endDay = endDay
  }
  for (const filing of releases)
    slotOf(quarterOfRelease(filing, slots, yearEndText)).releases.push(filing)
  const sorted = [...slots.values()].sort(
    (a, b) => quarterNumber(a.fiscal) - quarterNumber(b.fiscal),
  )
  return { yearEndText, quarters: sorted.flatMap((slot) => choose(slot, yearEndText)) }
}

/** The last day of the period a filing is about; NaN where it has none, or no valid date. */
function periodEnd({ reportDate }: EarningsFiling): number {
  return reportDate === null ? Number.NaN : dayOf(reportDate)
}

/** By day, filings of one day by their number. */
function inOrder(filings: readonly EarningsFiling[]): EarningsFiling[] {
  return filings
    .map((filing) => ({ filing, day: filingDay(filing) }))
    .sort((a, b) => a.day - b.day || (a.filing.accession < b.filing.accession ? -1 : 1))
    .map(({ filing }) => filing)
}

/** The quarter that had last ended, or the one before while its report was still to come. */
function quarterOfRelease(
  filing: EarningsFiling,
  slots: ReadonlyMap<number, Slot>,
  yearEnd: string,
): FiscalQuarter {
  const day = filingDay(filing)
  const ended = quarterBefore(day, yearEnd)
  const before = slots.get(quarterNumber(previousQuarter(ended)))?.periodic
  return before !== undefined && filingDay(before) >= day ? previousQuarter(ended) : ended
}

/** The last release up to the periodic report dates the quarter; without one the report does. */
function choose({ fiscal, endDay, periodic, releases }: Slot, yearEnd: string): QuarterFilings[] {
  const lastDay =
    periodic === undefined ? Number.POSITIVE_INFINITY : filingDay(periodic) + RELEASE_AFTER_DAYS
  const inTime = releases.filter((release) => filingDay(release) <= lastDay)
  const chosen = inTime.at(-1) ?? periodic
  if (chosen === undefined) return []
  // A periodic report dates the quarter only while no release has.
  const isAhead =
    periodic !== undefined && inTime.every((release) => filingDay(release) > filingDay(periodic))
  const earlier = [...(isAhead && periodic !== chosen ? [periodic] : []), ...inTime.slice(0, -1)]
  return [
    {
      fiscal,
      endDay: endDay ?? expectedEnd(fiscal, yearEnd),
      chosen,
      isRelease: inTime.length > 0,
      earlier,
    },
  ]
}

function lastYearEnd(periodic: readonly EarningsFiling[]): string | undefined {
  const date = periodic.findLast(({ form }) => form !== '10-Q' && form !== '10-QT')?.reportDate
  return date === undefined || date === null ? undefined : date.slice(5).replace('-', '')
}
