const QUOTE = 34
const COMMA = 44
const NEWLINE = 10
const RETURN = 13
const SPACE = 32
const TAB = 9

/** One record of a CSV text: where it ends, its number of fields, or what is wrong with it. */
export interface CsvRecord {
  readonly end: number
  readonly fields: number
  readonly problem: string | undefined
  /** True when the text ends before the record does, so that more text may complete it. */
  readonly open: boolean
}

/** Finds the end of the record that starts at `start`, by the rules the engine reads CSV with. */
export function nextRecord(text: Uint8Array, start: number): CsvRecord {
  let fields = 1
  for (let at = start; ; at++) {
    const field = fieldEnd(text, at)
    at = field.end
    if (field.problem !== undefined)
      return { end: lineEnd(text, at), fields, problem: field.problem, open: at >= text.length }
    if (text[at] === COMMA) fields++
    else return { end: lineEnd(text, at), fields, problem: undefined, open: at >= text.length }
  }
}

/** Where a field ends: at a comma, a line break, or the end of the text. */
function fieldEnd(text: Uint8Array, start: number): { end: number; problem?: string } {
  let at = skipBlanks(text, start)
  if (text[at] !== QUOTE) {
    while (at < text.length && text[at] !== COMMA && text[at] !== NEWLINE) at++
    return { end: at }
  }
  const closed = closingQuote(text, at + 1)
  if (closed < 0) return { end: text.length, problem: 'a quote is opened and never closed' }
  at = skipBlanks(text, closed + 1)
  return at >= text.length || isFieldEnd(text[at])
    ? { end: at }
    : { end: at, problem: 'text after a closing quote' }
}

/** The position after the line break that follows. */
export function lineEnd(text: Uint8Array, at: number): number {
  const found = text.indexOf(NEWLINE, at)
  return found < 0 ? text.length : found + 1
}

/** The fields of one whole record without a problem, unquoted. */
export function fieldsOf(record: Uint8Array): string[] {
  const fields: string[] = []
  for (let start = 0; ; ) {
    const { end } = fieldEnd(record, start)
    fields.push(unquoted(Buffer.from(record.subarray(start, end)).toString('utf8').trim()))
    if (record[end] !== COMMA) return fields
    start = end + 1
  }
}

function unquoted(field: string): string {
  return field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field
}

function closingQuote(text: Uint8Array, from: number): number {
  for (let at = text.indexOf(QUOTE, from); at >= 0; at = text.indexOf(QUOTE, at + 2)) {
    if (text[at + 1] !== QUOTE) return at
  }
  return -1
}

function skipBlanks(text: Uint8Array, from: number): number {
  let at = from
  while (text[at] === SPACE || text[at] === TAB) at++
  return at
}

function isFieldEnd(byte: number | undefined): boolean {
  return byte === COMMA || byte === NEWLINE || byte === RETURN
}
