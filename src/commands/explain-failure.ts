import { AlmanacError, UsageError } from '../lib/errors.ts'
import { isFullDisk } from '../lib/full-disk.ts'
import { withoutControls } from '../lib/without-controls.ts'

const SYSTEM: Record<string, string> = {
  ENOSPC: 'the disk is full; make room and try again',
  EDQUOT: 'the disk quota is used up; make room and try again',
  EROFS: 'the disk is read-only',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EMFILE: 'too many files are open; raise the limit of open files',
  EIO: 'the disk cannot be read or written',
}
const MAX_LENGTH = 400

/** One line about anything that ended a command: what happened and what to do, never a stack. */
export function explainFailure(error: unknown): string {
  if (error instanceof UsageError || error instanceof AlmanacError) return inOneLine(error.message)
  if (!(error instanceof Error)) return `Failed: ${inOneLine(String(error))}`
  const { code, path } = error as { code?: string; path?: string }
  if (code === 'ERR_SQLITE_ERROR')
    return `Failed: the accounts file cannot be written (${error.message}); is the disk full?`
  const known = isFullDisk(error) ? SYSTEM.ENOSPC : SYSTEM[String(code)]
  if (known !== undefined) return `Failed: ${path === undefined ? '' : `${path}: `}${known}.`
  const [line = ''] = withoutControls(error.message).trim().split('\n')
  return `Failed: ${line.slice(0, MAX_LENGTH)} (LOG_LEVEL=debug shows where)`
}

/** Texts of modules and files may have any number of lines, and signs that terminals obey. */
function inOneLine(text: string): string {
  return withoutControls(text)
    .trim()
    .replaceAll(/\s*[\r\n]+\s*/g, ' ')
}
