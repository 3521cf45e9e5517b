import { LINE_NAMES, tagsOf } from '../derive/statements/statement-lines.ts'
import type { PackedRows } from './packed-rows.ts'

/** Rows of the fact `company_facts` in columns: figures of one company, tag and unit. */
export interface FigureSeries extends PackedRows {
  readonly shared: { readonly cik: string; readonly tag: string; readonly unit: string }
  readonly columns: {
    readonly periodEnd: string[]
    readonly periodStart: string[]
    readonly accession: string[]
    readonly value: number[]
    readonly filed: string[]
    readonly form: string[]
  }
}

export const methodology =
  'Takes the figures of `companyfacts` files that a statement line is read from, each once per filing. Labels of fiscal years and periods are not taken: ' +
  'they name the filing, not the figure, and are wrong in places; a period is known by its two dates.'

interface Entry {
  start?: string
  end: string
  val: number
  accn: string
  form?: unknown
  filed: string
}

const DATE = /^\d{4}-\d\d-\d\d$/
const KNOWN_TAGS: ReadonlySet<string> = new Set(tagsOf(LINE_NAMES))
const KNOWN = [...KNOWN_TAGS].map((tag) => {
  const colon = tag.indexOf(':')
  return { tag, taxonomy: tag.slice(0, colon), name: tag.slice(colon + 1) }
})

/** The number of a company as it is stored: ten digits. */
export function cikText(cik: unknown): string | undefined {
  const text = typeof cik === 'number' || typeof cik === 'string' ? String(cik) : ''
  return /^\d{1,10}$/.test(text) ? text.padStart(10, '0') : undefined
}

export function isCompanyFacts(file: unknown): boolean {
  return isObject(file) && isObject(file.facts) && 'cik' in file
}

/** Whether a statement line is read from a tag. */
export function isKnownTag(taxonomy: string, name: string): boolean {
  return KNOWN_TAGS.has(`${taxonomy}:${name}`)
}

/** Figures of one `companyfacts` file; entries that are not in the published form are skipped. */
export function transformCompanyFacts(file: unknown): FigureSeries[] {
  const cik = isObject(file) ? cikText(file.cik) : undefined
  const facts = isObject(file) ? file.facts : undefined
  if (cik === undefined || !isObject(facts)) return []
  return KNOWN.flatMap(({ tag, taxonomy, name }) => {
    const concepts = facts[taxonomy]
    const concept = isObject(concepts) ? concepts[name] : undefined
    const units = isObject(concept) ? concept.units : undefined
    if (!isObject(units)) return []
    return Object.entries(units)
      .map(([unit, entries]) => ({ shared: { cik, tag, unit }, columns: columnsOf(entries) }))
      .filter(({ columns }) => columns.value.length > 0)
  })
}

/** One row per period and filing: of a figure that a filing gives twice, the last counts. */
function columnsOf(entries: unknown): FigureSeries['columns'] {
  const columns: FigureSeries['columns'] = {
    periodEnd: [],
    periodStart: [],
    accession: [],
    value: [],
    filed: [],
    form: [],
  }
  const places = new Map<string, number[]>()
  for (const entry of Array.isArray(entries) ? (entries as unknown[]) : []) {
    if (!isEntry(entry)) continue
    const { start, end, val, accn, form, filed } = entry
    const periodStart = start ?? end
    const place = placeOf(columns, places, { periodStart, periodEnd: end, accession: accn })
    columns.periodEnd[place] = end
    columns.periodStart[place] = periodStart
    columns.accession[place] = accn
    columns.value[place] = val
    columns.filed[place] = filed
    columns.form[place] = typeof form === 'string' ? form : ''
  }
  return columns
}

/** The row of a period in a filing, existing or new, looked up among the few of its filing. */
function placeOf(
  { value, periodStart, periodEnd }: FigureSeries['columns'],
  places: Map<string, number[]>,
  of: { periodStart: string; periodEnd: string; accession: string },
): number {
  const ofFiling = places.get(of.accession)
  const known = ofFiling?.find(
    (place) => periodEnd[place] === of.periodEnd && periodStart[place] === of.periodStart,
  )
  if (known !== undefined) return known
  if (ofFiling === undefined) places.set(of.accession, [value.length])
  else ofFiling.push(value.length)
  return value.length
}

function isEntry(entry: unknown): entry is Entry {
  if (!isObject(entry)) return false
  const { start, end, val, accn, filed } = entry
  if (!isDate(end) || !isDate(filed) || typeof val !== 'number' || typeof accn !== 'string')
    return false
  return start === undefined || (isDate(start) && start <= end)
}

export function isDate(value: unknown): value is string {
  return typeof value === 'string' && DATE.test(value)
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
