import type { ExportRows } from '../../lib/export-rows.ts'
import { saveFile } from './save-file.ts'

export interface ExportFileProps {
  readonly name: string
  /** Name of the file without its ending. */
  readonly file: string
  readonly kind: {
    readonly ending: string
    readonly type: string
    write(exported: ExportRows): string
  }
  rows(): ExportRows
}

export function ExportFile({ name, file, kind, rows }: ExportFileProps) {
  const save = () => saveFile(`${file}.${kind.ending}`, kind.type, kind.write(rows()))
  return (
    <button type="button" className="action" onClick={save}>
      {name}
    </button>
  )
}
