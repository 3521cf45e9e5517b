import { AlmanacError } from '../lib/errors.ts'
import type { SqlLimits } from './limits.ts'

const MAX_MESSAGE = 300

// Error codes of the engine: https://clickhouse.com has the list, system.errors has it too.
const TIMEOUT_EXCEEDED = 159
const MEMORY_LIMIT_EXCEEDED = 241
const CANCELLED = 394
// What is wrong with files or connections is no fault of the statement.
const OWN_FAULTS = new Set([32, 33, 40, 74, 76, 99, 107, 209, 210, 228, 243, 246, 271])
const RESULT_TOO_LARGE = new Set([158, 307, 396])
const NOT_READABLE = new Set([164, 291, 497])
const NESTED_TOO_DEEPLY = new Set([167, 168, 306])

/** A statement that is not run. */
export function refused(message: string): AlmanacError {
  return new AlmanacError('invalid_parameter', message)
}

/** What the caller is told about an error of the engine; others are thrown as they are. */
export function explainEngineError(error: unknown, limits: SqlLimits): unknown {
  const code = codeOf(error)
  if (code === undefined || OWN_FAULTS.has(code) || !(error instanceof Error)) return error
  if (code === TIMEOUT_EXCEEDED) return tookTooLong(limits)
  if (code === MEMORY_LIMIT_EXCEEDED)
    return refused(
      `The statement needs more than ${limits.memoryMb} MB of memory. Narrow it with WHERE, or group by fewer values.`,
    )
  if (RESULT_TOO_LARGE.has(code)) return tooLarge(limits)
  if (NOT_READABLE.has(code)) return refused('The statement reaches beyond the views.')
  if (NESTED_TOO_DEEPLY.has(code)) return refused('The statement is nested too deeply or too long.')
  if (code === CANCELLED) return cancelled()
  return refused(`The statement is invalid: ${shortened(error.message)}`)
}

export function tookTooLong({ maxSec }: SqlLimits): AlmanacError {
  return refused(`The statement took longer than ${maxSec} s. Narrow it with WHERE.`)
}

export function tooLarge({ maxRows, maxBytes }: SqlLimits): AlmanacError {
  const bytes = `${Math.floor(maxBytes / 1_000_000)} MB`
  return new AlmanacError(
    'too_large',
    `The result has more than ${maxRows.toLocaleString('en')} rows or ${bytes}. Add LIMIT, or ask for it in parts.`,
  )
}

export function cancelled(): AlmanacError {
  return refused('The statement was cancelled.')
}

/** The engine's errors carry its code as a text of digits. */
function codeOf(error: unknown): number | undefined {
  const { code } = Object(error) as { code?: unknown }
  return typeof code === 'string' && /^\d+$/.test(code) ? Number(code) : undefined
}

/** The engine's own words without its own tables, statements and lists of what it expected. */
function shortened(message: string): string {
  const [sentence = ''] = message
    .replaceAll(/\balmanac\.fact_(\w+)/g, '$1')
    .split(
      /\n|: In scope|\. In scope|: While |\. Expected one of|\. Maybe you meant|\. \(\w+\)| in scope /,
    )
  return `${sentence.slice(0, MAX_MESSAGE).trim().replace(/[.:]$/, '')}.`
}
