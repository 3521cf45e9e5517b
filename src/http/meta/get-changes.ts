import Type from 'typebox'
import { invalidParameter, notFound } from '../../lib/errors.ts'
import { suggest } from '../../lib/suggest.ts'
import { readCursor, writeCursor } from '../../store/change-cursor.ts'
import { type ChangedRow, type ChangedRun, readChanges } from '../../store/changes.ts'
import { textList, timeText } from '../described.ts'
import { nextLink } from '../link.ts'
import { optionalText, quote, text, whole } from '../parameters.ts'
import { defineMetaRoute } from '../route.ts'
import { mapOf, namedShape, nullable, shape } from '../schemas.ts'
import { WithHeaders } from '../with-headers.ts'
import { describeDropped, droppedMembers, undoesMember } from './run-shapes.ts'

const MAX_LIMIT = 20_000

const changedRun = namedShape('ChangedRun', {
  id: Type.Integer({ description: 'Number of the run' }),
  state: Type.String({ description: 'committed, failed or lost; only a committed one has rows' }),
  source: Type.String({ description: 'What brought it' }),
  startedAt: timeText('When it started'),
  at: timeText('When it was committed or failed'),
  facts: textList('Names of the facts it has rows of'),
  contentHash: Type.String({ description: 'Hash of what its rows say; empty for rows made here' }),
  accepted: Type.Integer({ description: 'Rows accepted' }),
  rejected: Type.Integer({ description: 'Rows rejected' }),
  held: Type.Integer({ description: 'Rows held back' }),
  note: Type.String({ description: 'Note of the run' }),
  rows: mapOf(Type.Integer(), 'Rows by fact'),
  newestSec: mapOf(
    nullable(Type.Integer()),
    'Newest time of its rows that are not held, by fact, in Unix seconds',
  ),
  revision: Type.Integer({ description: 'How often the run was written down again' }),
  undoes: undoesMember,
  ...droppedMembers,
  sums: mapOf(Type.String(), 'What its rows add up to, by fact: the same in a replica'),
})

const changedRow = namedShape('ChangedRow', {
  fact: Type.String({ description: 'Name of the fact' }),
  run: Type.Integer({ description: 'Run that brought the row' }),
  change: Type.String({
    description:
      'added; revised, when it replaces an earlier row of its key and time; or held, when it is kept back and not served',
  }),
  key: mapOf(Type.Unknown(), 'Key and time of the row'),
  values: mapOf(
    Type.Unknown(),
    'Its values; whole numbers beyond 2^53 and amounts of many digits are texts',
  ),
  quality: Type.String({ description: 'Quality of the row' }),
  recordedAt: timeText('When its run started'),
})

export const getChanges = defineMetaRoute({
  id: 'meta.getChanges',
  summary: 'Rows that were added or revised since a run',
  describe:
    'Every row that runs have brought after `since`, in the order of the runs, held rows and receipts too. `runs` lists the runs whose rows end in this answer, also those that failed and have none. To follow, pass `cursor` as the next `since`; it never skips or repeats a row. The answer costs with the runs it is about, not with the size of the tables.',
  paths: { free: '/meta/changes', pro: '/api/meta/changes' },
  query: {
    since: text(
      'Cursor of the answer before, or the number of a run: what came after it. 0: everything.',
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
    runs: Type.Array(changedRun, { description: 'Runs that end in this answer, oldest first' }),
    rows: Type.Array(changedRow, { description: 'Rows by run, then by fact, then by key' }),
    cursor: Type.String({ description: 'Where the next answer begins' }),
    isComplete: Type.Boolean({ description: 'Whether there is nothing more at present' }),
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
    if (fact !== undefined && !facts.has(fact))
      throw notFound(`There is no fact ${quote(fact)}.`, suggest(fact, facts.keys()))
    const filter = { fact, key }
    const from = await readCursor(journal, since, filter)
    if (typeof from === 'string') throw invalidParameter('since', `${from}, not ${quote(since)}.`)
    const reader = { snapshot, journal, facts }
    const { runs, rows, next, isComplete } = await readChanges(reader, from, { filter, limit })
    const cursor = await writeCursor(journal, next, filter)
    const body = { runs: runs.map(describeRun), rows: rows.map(describeRow), cursor, isComplete }
    return new WithHeaders(body, nextLink(given, { since: cursor }))
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
