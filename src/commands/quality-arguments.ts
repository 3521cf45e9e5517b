import { parseArgs } from 'node:util'
import { UsageError } from '../lib/errors.ts'
import type { HoldChoice } from '../live/guards/holds/choose-holds.ts'

const CHOICE = '[--guard GUARD] [--source SOURCE] [--protocol ID] [--run N or N-M]'
const DECISION = '[--reason TEXT] [--by NAME] [--dry-run] [--yes]'

export const QUALITY_USAGE = {
  list: `almanac quality list [--fact FACT] [--state held|released|rejected|flagged] ${CHOICE}`,
  release: `almanac quality release <id…> or ${CHOICE} ${DECISION}`,
  reject: `almanac quality reject <id…> or ${CHOICE} ${DECISION}`,
  undo: `almanac quality undo <run of a decision> ${DECISION}`,
}

export type QualityAction = keyof typeof QUALITY_USAGE

const CHOICE_OPTIONS = ['guard', 'all-of', 'source', 'protocol', 'run'] as const
const OPTIONS: Readonly<Record<QualityAction, readonly string[]>> = {
  list: ['fact', 'state', ...CHOICE_OPTIONS],
  release: [...CHOICE_OPTIONS, 'reason', 'by', 'dry-run', 'yes'],
  reject: [...CHOICE_OPTIONS, 'reason', 'by', 'dry-run', 'yes'],
  undo: ['reason', 'by', 'dry-run', 'yes'],
}
const SWITCHES = ['dry-run', 'yes']
const MAX_REASON_LENGTH = 2_000

export interface QualityArguments {
  values: Readonly<Record<string, string | undefined>>
  switches: ReadonlySet<string>
  positionals: string[]
}

export function parseQuality(action: QualityAction, args: string[]): QualityArguments {
  const options = Object.fromEntries(
    OPTIONS[action].map((name) => [
      name,
      { type: SWITCHES.includes(name) ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true, strict: true })
    const given = Object.entries(parsed.values)
    return {
      values: Object.fromEntries(
        given.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      ),
      switches: new Set(given.flatMap(([name, value]) => (value === true ? [name] : []))),
      positionals: parsed.positionals,
    }
  } catch (error) {
    throw misuse(action, error instanceof Error ? error.message.split('. ')[0] : String(error))
  }
}

/** Which readings are meant; null: none was named. */
export function readChoice(
  action: QualityAction,
  { values, positionals }: QualityArguments,
): HoldChoice | null {
  const { 'all-of': all, guard = all, source, protocol, run } = values
  const isByCondition = [guard, source, protocol, run].some((one) => one !== undefined)
  if (positionals.length > 0 && isByCondition)
    throw misuse(action, 'name readings by their ids or by conditions, not by both')
  if (positionals.length > 0) return { ids: positionals }
  if (!isByCondition) return null
  return { guard, source, protocol, runs: run === undefined ? undefined : readRuns(action, run) }
}

/** Who decides and why, and whether it is only looked at. */
export function readDecision(
  action: QualityAction,
  { values }: QualityArguments,
): { by: string; reason: string | null } {
  const { by = 'a person', reason = null } = values
  if (by.trim() === '' || by.length > 200)
    throw misuse(action, '--by must be a name of up to 200 characters')
  if (reason !== null && (reason.trim() === '' || reason.length > MAX_REASON_LENGTH))
    throw misuse(action, `--reason must be a text of up to ${MAX_REASON_LENGTH} characters`)
  return { by, reason }
}

export function readRun(action: QualityAction, text: string | undefined): number {
  if (text === undefined || !/^[1-9]\d{0,8}$/.test(text))
    throw misuse(action, `${JSON.stringify(text ?? '')} is not the number of a run`)
  return Number(text)
}

function readRuns(action: QualityAction, text: string): { first: number; last: number } {
  const [first, last = first, ...more] = text.split('-')
  const runs = { first: readRun(action, first), last: readRun(action, last) }
  if (more.length > 0 || runs.last < runs.first)
    throw misuse(action, `--run: "${text}" must be a run such as 12, or runs such as 12-40`)
  return runs
}

export function misuse(action: QualityAction, problem = 'something is missing'): UsageError {
  return new UsageError(`quality ${action}: ${problem}. Usage: ${QUALITY_USAGE[action]}`)
}
