import { UsageError } from '../../../lib/errors.ts'
import { withoutControls } from '../../../lib/without-controls.ts'

// Every name stands in the statement that reads the file, and the engine plans each column.
const MAX_COLUMNS = 1_000
const MAX_NAME_LENGTH = 500
const MAX_SHOWN_LENGTH = 60
const MAX_SHOWN_NAMES = 40

/** Refuses more names, or longer ones, than any table of figures has. */
export function checkNames(fileName: string, names: readonly string[]): void {
  if (names.length > MAX_COLUMNS)
    throw new UsageError(`${fileName} has ${names.length} columns; at most ${MAX_COLUMNS} are read`)
  const long = names.find((name) => name.length > MAX_NAME_LENGTH)
  if (long !== undefined)
    throw new UsageError(
      `${fileName}: the name of column ${quoteName(long)} has ${long.length} characters; at most ${MAX_NAME_LENGTH} are read`,
    )
}

/** What our own names of a file's columns begin with: nothing that a column of the file does. */
export function rawPrefix(names: readonly string[]): string {
  let prefix = 'raw_'
  while (names.some((name) => name.startsWith(prefix))) prefix = `_${prefix}`
  return prefix
}

/** A name of a file as messages show it: of limited length, and without what terminals obey. */
export function showName(name: string): string {
  const shown = withoutControls(name.slice(0, MAX_SHOWN_LENGTH))
    .replace(/[\n\t]/g, ' ')
    .toWellFormed()
  return name.length > MAX_SHOWN_LENGTH ? `${shown}…` : shown
}

export function quoteName(name: string): string {
  return `"${showName(name)}"`
}

export function showNames(names: readonly string[]): string {
  return names.slice(0, MAX_SHOWN_NAMES).map(showName).join(', ')
}
