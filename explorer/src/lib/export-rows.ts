import { type Cell, toCsv, toTsv } from './csv.ts'

/** Rows of a table or chart for a file. */
export interface ExportRows {
  readonly head: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

export const EXPORTS = {
  CSV: { ending: 'csv', type: 'text/csv', write: ({ head, rows }) => toCsv(head, rows) },
  NDJSON: { ending: 'ndjson', type: 'application/x-ndjson', write: toNdjson },
} as const satisfies Record<
  string,
  { ending: string; type: string; write(exported: ExportRows): string }
>

export function toClipboard({ head, rows }: ExportRows): string {
  return toTsv([head, ...rows])
}

/** A row a line, as an object; what is missing is null. */
export function toNdjson({ head, rows }: ExportRows): string {
  return rows
    .map((row) => {
      const members = head.map((name, index) => [name, row[index] ?? null])
      return `${JSON.stringify(Object.fromEntries(members))}\n`
    })
    .join('')
}

/** A name for a file: letters and digits of a title. */
export function fileName(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

/** The operation's own address as a table, with the range that is shown where it can say it. */
export function parquetAddress(
  address: string,
  [fromSec, toSec]: readonly [number, number] = [
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ],
): string {
  const [path = '', query = ''] = address.split('?', 2)
  const search = new URLSearchParams(query)
  // A span already says the range.
  const hasRange = search.has('span') || search.has('start')
  if (!hasRange && Number.isFinite(fromSec)) search.set('start', String(Math.floor(fromSec)))
  if (!hasRange && Number.isFinite(toSec)) search.set('end', String(Math.ceil(toSec)))
  search.set('format', 'parquet')
  return `${path}?${search}`
}
