export interface EarningsEvent {
  readonly ticker: string
  readonly iso2_country_code: string
  readonly event_key: string
  readonly date_status: string
  readonly report_date: string
  readonly report_time: string | null
  readonly fiscal_period: string
  readonly fiscal_year: number
  readonly period_end: string
  readonly source: string
  readonly source_form: string | null
  readonly accession_number: string | null
  readonly max_drift_days: number | null
  readonly revision_count: number
  readonly previous_report_date: string | null
}

const TIMES: Readonly<Record<string, string>> = {
  bmo: 'before the open',
  amc: 'after the close',
  dmt: 'during trading',
}
const SOURCES: Readonly<Record<string, string>> = {
  '8k_item_202': 'earnings release',
  periodic_filing: 'periodic report',
  cadence_model: 'earlier dates',
}

export function timeText({ report_time }: EarningsEvent): string | null {
  return report_time === null ? null : (TIMES[report_time] ?? null)
}

export function sourceText({ source }: EarningsEvent): string {
  return SOURCES[source] ?? source
}
