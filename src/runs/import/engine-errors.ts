import { UsageError } from '../../lib/errors.ts'
import { showName } from './columns/column-names.ts'

export const BAD_ROW = 'almanac-bad-row'

/** What a message of the engine means; `$1` is the name in it. */
const KNOWN: [RegExp, string][] = [
  [/Column name in Block cannot be empty/, 'a column has no name'],
  [/^Duplicate field found [^:]*: (.*?)(?:: \(at row.*)?$/s, 'a row has the member "$1" twice'],
  [/^Cannot add column (.*): column with this name already exists/s, 'two columns are called "$1"'],
  [/^Cannot parse input: expected .*JSONEachRow|JSON object must begin/s, 'not valid JSON'],
  [
    /not a parquet file|magic bytes|parquet file size|parquet magic/i,
    'not a whole Parquet file; it may be cut off',
  ],
  [/not an arrow file|trailing magic|arrow.*footer/i, 'not a whole Arrow file; it may be cut off'],
  [
    /crc checksum|decompress|corrupt|checksum|thrift|invalid parquet|page header|unexpected end|out of bounds/i,
    'the data is damaged or cut off',
  ],
  [/out of allowed|date32 range|out of range.*date/i, 'a date lies outside of 1970 to 2105'],
  [/memory limit|cannot allocate/i, 'the engine ran out of memory'],
  [/no space left|not enough space/i, 'the disk is full'],
  [/nested.*too deep|too deep/i, 'the rows are nested too deeply'],
]

/** Codes that say nothing about a row: memory, disk, network, time, statements. */
const NOT_THE_ROWS = new Set([
  241, 243, 74, 75, 394, 107, 210, 209, 159, 42, 43, 46, 47, 53, 60, 62, 386,
])

/** True when the engine stopped because the quick pass met a row that breaks a rule. */
export function isBadRow(error: unknown): boolean {
  return error instanceof Error && error.message.includes(BAD_ROW)
}

/** True when the engine could not read a row, rather than lacking memory, disk or the file. */
export function isUnreadableText(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^\d+$/.test(code) && !NOT_THE_ROWS.has(Number(code))
}

/** One line for a person: no SQL, no stack, no version of the engine. */
export function explainEngineError(fileName: string, error: unknown): Error {
  if (error instanceof UsageError || !(error instanceof Error) || !('code' in error)) {
    return error instanceof Error ? error : new Error(String(error))
  }
  const known = KNOWN.find(([form]) => form.test(error.message))
  const text = known === undefined ? plain(error.message) : explained(known, error.message)
  return new UsageError(`${fileName}: ${text}`, { cause: error })
}

function explained([form, text]: [RegExp, string], message: string): string {
  return text.replace('$1', () => showName(form.exec(message)?.[1] ?? ''))
}

function plain(message: string): string {
  const text = message
    .replace(/\n[\s\S]*$/, '')
    .replace(
      /: ?(\(in file\/uri|While executing|while executing|In scope|While processing|\(at row|\(while reading).*$/i,
      '',
    )
    .replace(/'[^']*\/[^']*'|\/\S+/g, '…')
  return `the file cannot be read (${text
    .trim()
    .replace(/[.:\s]+$/, '')
    .slice(0, 160)})`
}
