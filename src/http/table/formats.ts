/** Formats of tables, in the order in which they are named to people. */
export const TABLE_FORMATS = {
  csv: { mediaType: 'text/csv', parameters: '; charset=utf-8; header=present', extension: 'csv' },
  ndjson: { mediaType: 'application/x-ndjson', parameters: '; charset=utf-8', extension: 'ndjson' },
  arrow: { mediaType: 'application/vnd.apache.arrow.file', parameters: '', extension: 'arrow' },
  'arrow-stream': {
    mediaType: 'application/vnd.apache.arrow.stream',
    parameters: '',
    extension: 'arrows',
  },
  parquet: { mediaType: 'application/vnd.apache.parquet', parameters: '', extension: 'parquet' },
} as const

export type TableFormat = keyof typeof TABLE_FORMATS

const MAX_PARAMETERS_LENGTH = 80

/** What a table is called when it is saved: operation, path parameters and day of the data. */
export function fileName(
  operationId: string,
  params: Readonly<Record<string, unknown>>,
  { format, atMs }: { format: TableFormat; atMs: number },
): string {
  const day = new Date(atMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
  const asked = Object.values(params).map(safe).join('-').slice(0, MAX_PARAMETERS_LENGTH)
  const parts = [operationId, ...(asked === '' ? [] : [asked]), day]
  return `${parts.join('-')}.${TABLE_FORMATS[format].extension}`
}

/** Only what every file system takes, and no leading dot. */
function safe(value: unknown): string {
  return String(value)
    .replaceAll(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^\.+/, '')
}
