/** A member of a response has a form that nobody here knows. */
export class UnknownShape extends Error {
  readonly member: string

  constructor(member: string, problem: string) {
    super(`${member} ${problem}`)
    this.name = 'UnknownShape'
    this.member = member
  }
}

export type Members = Readonly<Record<string, unknown>>

// Later than the year 5000 as seconds, and before 1973 as milliseconds.
const FIRST_MS = 1e11

export function readMembers(value: unknown, member: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members
  throw new UnknownShape(member, `is ${nameOf(value)} instead of an object`)
}

/** The same; a member that is missing or null has no members. */
export function readOptionalMembers(value: unknown, member: string): Members {
  return value === null || value === undefined ? {} : readMembers(value, member)
}

/** A list; one that is missing or null is empty. */
export function readList(value: unknown, member: string): readonly unknown[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value
  throw new UnknownShape(member, `is ${nameOf(value)} instead of a list`)
}

function required<Value>(
  read: (value: unknown, member: string) => Value | null,
): (value: unknown, member: string) => Value {
  return (value, member) => {
    const found = read(value, member)
    if (found === null) throw new UnknownShape(member, 'is missing')
    return found
  }
}

/** A number, also one written as text; null where there is none. */
export function readNumber(value: unknown, member: string): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (value === null || value === undefined) return null
  if (typeof value === 'string') {
    const text = value.trim()
    if (text === '' || text === 'null' || text === 'NaN') return null
    const number = Number(text.replaceAll(',', ''))
    if (Number.isFinite(number)) return number
  }
  throw new UnknownShape(member, `is ${nameOf(value)} instead of a number`)
}

/** A number that must be there. */
export const requireNumber = required(readNumber)

/** Unix seconds: a number or text of seconds or milliseconds, or a date; null where there is none. */
export function readSec(value: unknown, member: string): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  if ((typeof value === 'number' || typeof value === 'string') && Number.isFinite(number))
    return Math.floor(Math.abs(number) >= FIRST_MS ? number / 1000 : number)
  const ms = typeof value === 'string' ? Date.parse(zoned(value.trim())) : Number.NaN
  if (Number.isFinite(ms)) return Math.floor(ms / 1000)
  throw new UnknownShape(member, `is ${nameOf(value)} instead of a time`)
}

/** A time that must be there. */
export const requireSec = required(readSec)

/** Text, also a number as text; null where there is none or it is blank. */
export function readText(value: unknown, member: string): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value
  if (typeof value === 'number') return String(value)
  if (value === null || value === undefined) return null
  throw new UnknownShape(member, `is ${nameOf(value)} instead of a text`)
}

/** A text that must be there. */
export const requireText = required(readText)

/** Texts; one text alone is a list of one. */
export function readTexts(value: unknown, member: string): string[] {
  const all = typeof value === 'string' ? [value] : readList(value, member)
  return all.flatMap((one) => readText(one, `${member}[]`) ?? [])
}

/** True or false, also as text or as 1 and 0; null where it is not said. */
export function readBool(value: unknown, member: string): boolean | null {
  if (typeof value === 'boolean') return value
  if (value === null || value === undefined || value === '') return null
  if (value === 1 || value === '1' || value === 'true') return true
  if (value === 0 || value === '0' || value === 'false') return false
  throw new UnknownShape(member, `is ${nameOf(value)} instead of true or false`)
}

/** A date and time without a zone is UTC, like one without a time. */
function zoned(text: string): string {
  return /\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text
}

function nameOf(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  const text = JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

/** JSON of a body; `label` names it in the error. */
export function parseJson(body: Buffer, label: string): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new UnknownShape(label, 'is not valid JSON')
  }
}
