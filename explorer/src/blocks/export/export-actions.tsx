import { type ReactNode, useState } from 'react'
import { serviceUrl } from '../../api/origin.ts'
import type { ExportRows } from '../../lib/csv.ts'
import { EXPORTS, type FileKind, fileName, toClipboard } from '../../lib/export-rows.ts'
import { Button } from '../controls/button.tsx'
import { Menu } from './menu.tsx'
import { saveFile } from './save-file.ts'

export interface ExportActionsProps {
  /** Title of what is exported; the file is named after it. */
  readonly name: string
  /** What is shown, every digit of it. */
  rows(): ExportRows
  /** Path of the response behind it. */
  readonly path: string | undefined
}

/** What a table shows as files and for the clipboard, its request for a shell. */
export function ExportActions({ name, rows, path }: ExportActionsProps) {
  return (
    <span className="exports" aria-keyshortcuts="e">
      <ExportMenu file={fileName(name)} noun="rows" rows={rows} path={path} />
    </span>
  )
}

/** The same for any rows; what else there is to take stands below. */
export function ExportMenu(props: {
  /** Name of the files without their ending. */
  file: string
  /** What the rows are, such as points. */
  noun: string
  rows(): ExportRows
  path: string | undefined
  picture?: ReactNode
  children?: ReactNode
}) {
  const { file, noun, rows, path, picture, children } = props
  return (
    <>
      <ExportFile name="CSV" file={file} kind={EXPORTS.CSV} rows={rows} />
      <Menu name="Export">
        <ExportFile name="NDJSON" file={file} kind={EXPORTS.NDJSON} rows={rows} />
        <ExportFile name="Parquet" file={file} kind={EXPORTS.Parquet} rows={rows} />
        {picture}
        <CopyButton name={`Copy ${noun} (TSV)`} text={() => toClipboard(rows())} />
        {path !== undefined && (
          <CopyButton name="Copy as curl" text={() => `curl -s '${serviceUrl}${path}'`} />
        )}
        {children}
      </Menu>
    </>
  )
}

function ExportFile(props: {
  name: string
  /** Name of the file without its ending. */
  file: string
  kind: FileKind
  rows(): ExportRows
}) {
  const { name, file, kind, rows } = props
  const save = async () => saveFile(`${file}.${kind.ending}`, kind.type, await kind.write(rows()))
  return <Button onClick={() => void save()}>{name}</Button>
}

const SAID_MS = 2_000

/** Puts a text on the clipboard and says so. */
export function CopyButton({ name, text }: { name: string; text(): string }) {
  const [said, setSaid] = useState<string | null>(null)
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(text()).then(
      () => true,
      () => false,
    )
    setSaid(isCopied ? 'Copied' : 'The browser does not let pages copy')
    setTimeout(() => setSaid(null), SAID_MS)
  }
  return (
    <Button onClick={() => void copy()}>
      <span aria-live="polite">{said ?? name}</span>
    </Button>
  )
}
