import { UsageError } from '../lib/errors.ts'
import type { HoldChoice } from '../live/guards/holds/decide-holds.ts'
import { flag, option } from './options.ts'

const MAX_REASON_LENGTH = 2_000
const MAX_NAME_LENGTH = 200

/** Which readings are meant. */
export const CHOICE_OPTIONS = {
  guard: option('GUARD', 'those that this guard caught'),
  'all-of': { ...option('GUARD', 'an earlier name of --guard'), isHidden: true },
  source: option('SOURCE', 'those of this source'),
  protocol: option('ID', 'those of this protocol'),
  run: option('N or N-M', 'those of a run, or of some runs', readRuns),
}

/** Who decides and why, and whether it is only looked at. */
export const DECISION_OPTIONS = {
  reason: option('TEXT', 'why', readText(MAX_REASON_LENGTH, 'text')),
  by: option('NAME', 'who decides', readText(MAX_NAME_LENGTH, 'name')),
  'dry-run': flag('only shows what would be decided'),
  yes: flag('decides about all that the conditions name'),
}

type Choice = {
  [N in keyof typeof CHOICE_OPTIONS]: ReturnType<(typeof CHOICE_OPTIONS)[N]['read']>
}

/** The readings that were named; null: none. */
export function readChoice(
  ids: readonly string[],
  { 'all-of': all, guard = all, source, protocol, run: runs }: Choice,
  misuse: (problem: string) => UsageError,
): HoldChoice | null {
  const isByCondition = [guard, source, protocol, runs].some((one) => one !== undefined)
  if (ids.length > 0 && isByCondition)
    throw misuse('name readings by their ids or by conditions, not by both')
  if (ids.length > 0) return { ids: [...ids] }
  return isByCondition ? { guard, source, protocol, runs } : null
}

function readText(maxLength: number, what: string) {
  return (text: string, name: string): string => {
    if (text.trim() === '' || text.length > maxLength)
      throw new UsageError(`${name} must be a ${what} of up to ${maxLength} characters`)
    return text
  }
}

function readRun(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new UsageError(`${JSON.stringify(text)} is not the number of a run`)
  return Number(text)
}

function readRuns(text: string, name: string): { first: number; last: number } {
  const [first = '', last = first, ...more] = text.split('-')
  const runs = { first: readRun(first), last: readRun(last) }
  if (more.length > 0 || runs.last < runs.first)
    throw new UsageError(`${name}: "${text}" must be a run such as 12, or runs such as 12-40`)
  return runs
}
