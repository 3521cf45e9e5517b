import Type from 'typebox'
import { invalidParameter } from '../../lib/errors.ts'
import { readCursor, writeCursor } from '../../store/change-cursor.ts'
import { type ChangedRow, type ChangedRun, readChanges } from '../../store/changes.ts'
import { boolean, integer, string, timeText } from '../described.ts'
import { optionalText, quote, text, whole } from '../parameters.ts'
import { defineMetaRoute } from '../route.ts'
import { mapOf, namedShape, nullable, shape } from '../schemas.ts'
import { withNextPage } from '../with-headers.ts'
import { getNamedFact } from './fact-parameters.ts'
import { describeDropped, droppedMembers, firstMembers, undoesMember } from './run-shapes.ts'

const MAX_LIMIT = 20_000

const changedRun = namedShape('ChangedRun', {
  ...firstMembers,
  state: string('committed, failed or lost; only a committed one has rows'),
  at: timeText('When it was committed or failed'),
  contentHash: string('Hash of what its rows say; empty for rows made here'),
  rows: mapOf(Type.Integer(), 'Rows by fact'),
  newestSec: mapOf(
    nullable(Type.Integer()),
    'Newest time of its rows that are not held, by fact, in Unix seconds',
  ),
  revision: integer('How often the run was written down again'),
  undoes: undoesMember,
  ...droppedMembers,
  sums: mapOf(Type.String(), 'What its rows add up to, by fact: the same in a replica'),
})

const changedRow = namedShape('ChangedRow', {
  fact: string('Name of the fact'),
  run: integer('Run that brought the row'),
  change: string(
    'added; revised, when it replaces an earlier row of its key and time; or held, when it is kept back and not served',
  ),
  key: mapOf(Type.Unknown(), 'Key and time of the row'),
  values: mapOf(
    Type.Unknown(),
    'Its values; whole numbers beyond 2^53 and amounts of many digits are texts',
  ),
  quality: string('Quality of the row'),
  recordedAt: timeText('When its run started'),
})

export const getChanges = defineMetaRoute({
  id: 'meta.getChanges',
  summary: 'Rows that were added or revised since a run',
  describe:
    'Every row that runs have brought after `since`, in the order of the runs, held rows and receipts too. `runs` lists the runs whose rows end in this response, also those that failed and have none. To follow, pass `cursor` as the next `since`; it never skips or repeats a row. The response costs with the runs it is about, not with the size of the tables.',
  paths: { free: '/meta/changes', pro: '/api/meta/changes' },
  query: {
    since: text(
      'Cursor of the response before, or the number of a run: what came after it. 0: everything.',
      '1',
    ),
    fact: optionalText('Only rows of this fact.', 'hacks'),
    key: optionalText(
      'Only rows whose first column of the key, such as the coin, begins with this.',
      'day-',
    ),
    limit: whole('Most rows to return.', {
      min: 1,
      max: MAX_LIMIT,
      byDefault: 1_000,
      example: 100,
    }),
  },
  response: shape({
    runs: Type.Array(changedRun, { description: 'Runs that end in this response, oldest first' }),
    rows: Type.Array(changedRow, { description: 'Rows by run, then by fact, then by key' }),
    cursor: string('Where the next response begins'),
    isComplete: boolean('Whether there is nothing more at present'),
  }),
  example: {
    runs: [],
    rows: [
      {
        fact: 'prices',
        run: 12,
        change: 'revised',
        key: { coin: 'aggregator:bitcoin', atSec: 1_760_000_000 },
        values: { priceUsd: 64_210.5, confidence: 0.99 },
        quality: 'ok',
        recordedAt: '2026-01-31T00:00:00.000Z',
      },
    ],
    cursor: '11.0.1.9f2c1ab07d44',
    isComplete: false,
  },
  table: 'rows[]',
  headers: { Link: 'Where to go on, `rel="next"`, also when nothing more is there at present.' },
  reads: [],
  cached: false,
  handler: async ({ query, given }, { snapshot }, { store }) => {
    const { since, fact, key, limit } = query
    const { facts, journal } = store
    if (fact !== undefined) getNamedFact({ store }, fact)
    const filter = { fact, key }
    const from = await readCursor(journal, since, filter)
    if (typeof from === 'string') throw invalidParameter('since', `${from}, not ${quote(since)}.`)
    const reader = { snapshot, journal, facts }
    const { runs, rows, next, isComplete } = await readChanges(reader, from, { filter, limit })
    const cursor = await writeCursor(journal, next, filter)
    const body = { runs: runs.map(describeRun), rows: rows.map(describeRow), cursor, isComplete }
    return withNextPage(body, given, { since: cursor })
  },
})

function describeRun(run: ChangedRun) {
  const { startedAtMs, atMs, undoes, dropped, droppedUpTo, ...rest } = run
  return {
    ...rest,
    ...describeDropped({ dropped, droppedUpTo }),
    ...(undoes.length === 0 ? {} : { undoes }),
    startedAt: new Date(startedAtMs).toISOString(),
    at: new Date(atMs).toISOString(),
  }
}

function describeRow({ recordedAtMs, ...rest }: ChangedRow) {
  return { ...rest, recordedAt: new Date(recordedAtMs).toISOString() }
}
