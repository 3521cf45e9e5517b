import { hash } from 'node:crypto'
import type { ChangeFilter, ChangePosition } from './changes.ts'
import { historyAt } from './history.ts'
import type { Journal } from './journal.ts'

const LENGTH = 12
export const NO_FILTER: ChangeFilter = { fact: undefined, key: undefined }

/** A position as text. It is good for the store that gave it, and for its replicas. */
export async function writeCursor(
  journal: Journal,
  position: ChangePosition,
  filter: ChangeFilter = NO_FILTER,
): Promise<string> {
  const { after, fact, offset } = position
  return `${after}.${fact}.${offset}.${await checkOf(journal, position, filter)}`
}

/** The position of a cursor, or of the number of a run; a text when it cannot be used. */
export async function readCursor(
  journal: Journal,
  text: string,
  filter: ChangeFilter,
): Promise<ChangePosition | string> {
  const [, after = '', fact = '0', offset = '0', check] =
    /^(\d{1,9})(?:\.(\d{1,4})\.(\d{1,15})\.([0-9a-f]+))?$/.exec(text) ?? []
  if (after === '') return 'must be a cursor of an earlier response or the number of a run'
  const position = { after: Number(after), fact: Number(fact), offset: Number(offset) }
  const newest = journal.nextId - 1
  if (position.after > newest) return `is later than run ${newest}, the newest`
  if (check !== undefined && check !== (await checkOf(journal, position, filter)))
    return 'is a cursor of another store or of other filters, or a run up to there was repaired'
  return position
}

async function checkOf(
  journal: Journal,
  position: ChangePosition,
  filter: ChangeFilter,
): Promise<string> {
  const { after, fact, offset } = position
  // Between two runs a cursor is good for any filter.
  const own = fact > 0 || offset > 0 ? [fact, offset, filter.fact ?? null, filter.key ?? null] : []
  return hash('sha256', JSON.stringify([await historyAt(journal, after), ...own])).slice(0, LENGTH)
}
