import type { ExportRows, FileKind } from '../../lib/export-rows.ts'
import { saveFile } from './save-file.ts'

export interface ExportFileProps {
  readonly name: string
  /** Name of the file without its ending. */
  readonly file: string
  readonly kind: FileKind
  rows(): ExportRows
}

export function ExportFile({ name, file, kind, rows }: ExportFileProps) {
  const save = async () => saveFile(`${file}.${kind.ending}`, kind.type, await kind.write(rows()))
  return (
    <button type="button" className="action" onClick={() => void save()}>
      {name}
    </button>
  )
}
