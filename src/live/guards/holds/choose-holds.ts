import { UsageError } from '../../../lib/errors.ts'
import type { Journal } from '../../../store/journal.ts'
import type { StoredHold } from './stored-holds.ts'

/** Which holds are meant: all conditions together. */
export interface HoldChoice {
  ids?: readonly string[] | undefined
  guard?: string | undefined
  /** Source of the run that held it, by its whole name or without `reader:` and the like. */
  source?: string | undefined
  protocol?: string | undefined
  /** Runs that held it, the last one included. */
  runs?: { first: number; last: number } | undefined
}

export async function chooseHolds(
  holds: readonly StoredHold[],
  choice: HoldChoice,
  journal: Pick<Journal, 'findAll'>,
): Promise<StoredHold[]> {
  const { ids, guard, source, protocol, runs } = choice
  const held = await journal.findAll(source === undefined ? [] : holds.map((hold) => hold.heldRun))
  return holds.filter((hold) => {
    const series = JSON.parse(hold.series) as Record<string, string>
    return (
      (ids === undefined || ids.includes(hold.id)) &&
      (guard === undefined || hold.guard === guard) &&
      (protocol === undefined || series.protocol === protocol) &&
      (runs === undefined || (hold.heldRun >= runs.first && hold.heldRun <= runs.last)) &&
      (source === undefined || isNamed(held.get(hold.heldRun)?.source, source))
    )
  })
}

/** The same, where at least one must be found. */
export async function requireHolds(
  holds: readonly StoredHold[],
  choice: HoldChoice,
  journal: Pick<Journal, 'findAll'>,
): Promise<StoredHold[]> {
  const chosen = await chooseHolds(holds, choice, journal)
  const missing = choice.ids?.find((id) => !chosen.some((hold) => hold.id === id))
  if (chosen.length > 0 && missing === undefined) return chosen
  throw new UsageError(
    `Nothing is held ${describeChoice(missing === undefined ? choice : { ids: [missing] })}. \`almanac quality list\` shows what is.`,
  )
}

function describeChoice({ ids = [], guard, source, protocol, runs }: HoldChoice): string {
  const parts = [
    ids.length > 0 && `under the id "${ids.join('", "')}"`,
    guard !== undefined && `by the guard "${guard}"`,
    source !== undefined && `of the source "${source}"`,
    protocol !== undefined && `of the protocol "${protocol}"`,
    runs !== undefined &&
      (runs.first === runs.last ? `by run ${runs.first}` : `by runs ${runs.first} to ${runs.last}`),
  ]
  return parts.filter((part) => part !== false).join(' and ')
}

function isNamed(source: string | undefined, name: string): boolean {
  return source === name || source?.slice(source.indexOf(':') + 1) === name
}
