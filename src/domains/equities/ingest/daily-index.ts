import { DAY_SEC } from '../../../lib/clock.ts'
import { readList, readMembers, UnknownShape } from '../../../sources/mirror/read-value.ts'
import { cikText } from './company-facts.ts'

const HEAD = 'CIK|Company Name|Form Type|Date Filed|File Name'
/** After this long a working day without an index was a holiday. */
const SETTLED_AFTER_SEC = 5 * DAY_SEC

/** Folder of the daily indexes of a day's quarter. */
export function quarterFolder(daySec: number): string {
  const date = new Date(daySec * 1000)
  return `/Archives/edgar/daily-index/${date.getUTCFullYear()}/QTR${Math.floor(date.getUTCMonth() / 3) + 1}`
}

export function indexName(daySec: number): string {
  return `master.${new Date(daySec * 1000).toISOString().slice(0, 10).replaceAll('-', '')}.idx`
}

/** Names of the files of a quarter's folder. */
export function readFolder(body: unknown, label: string): string[] {
  const directory = readMembers(readMembers(body, label).directory, `${label}.directory`)
  return readList(directory.item, `${label}.directory.item`).flatMap((item, index) => {
    const { name } = readMembers(item, `${label}.directory.item[${index}]`)
    return typeof name === 'string' ? name : []
  })
}

/** Whether a day has an index, has none permanently, or may still get one. */
export function indexState(
  names: readonly string[],
  daySec: number,
  nowSec: number,
): 'there' | 'none' | 'not yet' {
  const own = indexName(daySec)
  if (names.includes(own)) return 'there'
  const weekday = new Date(daySec * 1000).getUTCDay()
  const hasLater = names.some((name) => /^master\.\d{8}\.idx$/.test(name) && name > own)
  const isOver = hasLater || nowSec >= daySec + DAY_SEC + SETTLED_AFTER_SEC
  return weekday === 0 || weekday === 6 || isOver ? 'none' : 'not yet'
}

/** Companies that filed on a day, with the forms of each. */
export function readDailyIndex(text: string, label: string): Map<string, Set<string>> {
  const lines = text.split(/\r?\n/)
  const head = lines.indexOf(HEAD)
  if (head === -1) throw new UnknownShape(label, `has no line "${HEAD}"`)
  const filed = new Map<string, Set<string>>()
  for (const [index, line] of lines.entries()) {
    if (index <= head || line === '' || /^-+$/.test(line)) continue
    const [number, , form, , file, ...more] = line.split('|')
    const cik = cikText(number)
    if (cik === undefined || form === undefined || file === undefined || more.length > 0)
      throw new UnknownShape(`${label}: line ${index + 1}`, 'is not a filing with five columns')
    const forms = filed.get(cik) ?? new Set()
    filed.set(cik, forms.add(form.trim()))
  }
  return filed
}
