import { dayOf } from '../days.ts'
import { easternTime } from './eastern-time.ts'

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
