/** How far an import or an export has come. */
export interface Progress {
  phase: string
  doneBytes: number
  totalBytes: number
  rows: number
}
