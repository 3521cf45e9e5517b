import Type from 'typebox'
import type { Journal, Run } from '../../store/journal.ts'
import { integer, string, textList, timeText } from '../described.ts'
import { mapOf, namedShape } from '../schemas.ts'

export const undoesMember = Type.Optional(
  Type.Array(Type.Integer(), {
    description: 'Runs that it takes back: their rows are not served; absent without any',
  }),
)

export const droppedMembers = {
  dropped: Type.Optional(
    mapOf(
      Type.Integer(),
      'Rows that it brought and that were superseded and dropped since, by fact; absent without any',
    ),
  ),
  droppedUpTo: Type.Optional(
    mapOf(
      Type.Integer(),
      'By fact the run up to which it dropped superseded versions; absent without any',
    ),
  ),
}

export const firstMembers = {
  id: integer('Number of the run'),
  state: string('started, committing, committed, failed or lost'),
  source: string('What brought it'),
  startedAt: timeText('When it started'),
  at: string('When it reached this state'),
  facts: textList('Names of the facts it has rows of'),
  contentHash: string('Hash of what its rows say'),
  accepted: integer('Rows accepted'),
  rejected: integer('Rows rejected'),
  held: integer('Rows held back'),
  note: string('Note of the run'),
}

export const runMembers = {
  ...firstMembers,
  undoes: undoesMember,
  ...droppedMembers,
  undoneBy: Type.Optional(integer('Run that took it back; absent while its rows are served')),
}

export const runShape = namedShape('ListedRun', runMembers)

export const runExample = {
  id: 12,
  state: 'committed',
  source: 'import',
  startedAt: '2026-01-31T00:00:00.000Z',
  at: '2026-01-31T00:00:01.000Z',
  facts: ['prices'],
  contentHash: 'prices:3:0A1B',
  accepted: 3,
  rejected: 0,
  held: 0,
  note: 'prices.csv',
}

export function describeRun(run: Run, { undone, latest }: Journal) {
  const { startedAtMs, atMs, rows: _rows, newestSec: _newest, revision: _revision, ...rest } = run
  const { undoes, dropped, droppedUpTo, ...members } = rest
  const undo = undone.findUndo(run.id, latest)
  return {
    ...members,
    ...(undoes.length === 0 ? {} : { undoes }),
    ...describeDropped({ dropped, droppedUpTo }),
    ...(undo === undefined ? {} : { undoneBy: undo.id }),
    startedAt: new Date(startedAtMs).toISOString(),
    at: new Date(atMs).toISOString(),
  }
}

/** Only where something was dropped. */
export function describeDropped({
  dropped,
  droppedUpTo,
}: Pick<Run, 'dropped' | 'droppedUpTo'>): Partial<Pick<Run, 'dropped' | 'droppedUpTo'>> {
  return {
    ...(Object.keys(dropped).length === 0 ? {} : { dropped }),
    ...(Object.keys(droppedUpTo).length === 0 ? {} : { droppedUpTo }),
  }
}
