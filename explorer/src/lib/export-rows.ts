import { type ExportRows, toCsv, toTsv } from './csv.ts'

export interface FileKind {
  readonly ending: string
  readonly type: string
  write(exported: ExportRows): string | Promise<ArrayBuffer>
}

export const EXPORTS = {
  CSV: { ending: 'csv', type: 'text/csv', write: ({ head, rows }) => toCsv(head, rows) },
  NDJSON: { ending: 'ndjson', type: 'application/x-ndjson', write: toNdjson },
  // Only who wants such a file loads what writes it.
  Parquet: {
    ending: 'parquet',
    type: 'application/vnd.apache.parquet',
    write: async (exported) => (await import('./parquet.ts')).toParquet(exported),
  },
} as const satisfies Record<string, FileKind>

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
