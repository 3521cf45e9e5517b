import type { ExportedRows, ExportFormat } from '../../runs/export.ts'

/** What the handler of an export returns: the server writes it to a file and sends that. */
export interface ExportRequest extends ExportedRows {
  /** Name of the file that it is saved as. */
  readonly fileName: string
}

export const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
}
