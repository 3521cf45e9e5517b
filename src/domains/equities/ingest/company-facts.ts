import { LINE_NAMES, tagsOf } from '../derive/statement-lines.ts'

/** A row of the fact `company_facts`. */
export interface CompanyFactRow {
  cik: string
  tag: string
  unit: string
  periodEnd: string
  periodStart: string
  accession: string
  value: number
  filed: string
  form: string
}

export const methodology =
  'Takes the figures of `companyfacts` files that a statement line is read from, each once per filing. Labels of fiscal years and periods are not taken: ' +
  'they name the filing, not the figure, and are wrong in places; a period is known by its two dates.'

interface Entry {
  start?: unknown
  end?: unknown
  val?: unknown
  accn?: unknown
  form?: unknown
  filed?: unknown
}

const DATE = /^\d{4}-\d\d-\d\d$/
const KNOWN = tagsOf(LINE_NAMES).map((tag) => {
  const [taxonomy = '', name = ''] = tag.split(':')
  return { tag, taxonomy, name }
})

/** The number of a company as the store keeps it: ten digits. */
export function cikText(cik: unknown): string | undefined {
  const text = typeof cik === 'number' || typeof cik === 'string' ? String(cik) : ''
  return /^\d{1,10}$/.test(text) ? text.padStart(10, '0') : undefined
}

export function isCompanyFacts(file: unknown): boolean {
  return isObject(file) && isObject(file.facts) && 'cik' in file
}

/** Rows of one `companyfacts` file; what is not in its published form is passed over. */
export function transformCompanyFacts(file: unknown): CompanyFactRow[] {
  const cik = isObject(file) ? cikText(file.cik) : undefined
  const facts = isObject(file) ? file.facts : undefined
  if (cik === undefined || !isObject(facts)) return []
  return KNOWN.flatMap(({ tag, taxonomy, name }) => {
    const concepts = facts[taxonomy]
    const concept = isObject(concepts) ? concepts[name] : undefined
    const units = isObject(concept) ? concept.units : undefined
    return isObject(units) ? Object.entries(units).flatMap(([unit, entries]) => rowsOf(cik, tag, unit, entries)) : []
  })
}

/** One row per period and filing: a filing that gives a figure twice means the same one. */
function rowsOf(cik: string, tag: string, unit: string, entries: unknown): CompanyFactRow[] {
  const rows = new Map<string, CompanyFactRow>()
  for (const entry of Array.isArray(entries) ? (entries as unknown[]) : []) {
    if (!isObject(entry)) continue
    const { start, end, val, accn, form, filed } = entry as Entry
    if (!isDate(end) || !isDate(filed) || typeof val !== 'number' || typeof accn !== 'string') continue
    if (start !== undefined && !(isDate(start) && start <= end)) continue
    const periodStart = start ?? end
    rows.set(`${periodStart} ${end} ${accn}`, {
      cik,
      tag,
      unit,
      periodEnd: end,
      periodStart,
      accession: accn,
      value: val,
      filed,
      form: typeof form === 'string' ? form : '',
    })
  }
  return [...rows.values()]
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && DATE.test(value)
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
