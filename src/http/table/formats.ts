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
