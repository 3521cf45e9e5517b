import Type from 'typebox'
import { at } from '../../lib/at.ts'
import { identityColumns } from '../../store/fact.ts'
import type { Run } from '../../store/journal.ts'
import { cursorParameter, encodeCursor, NEWEST_RUN } from '../cursor.ts'
import { integer, nullableText, number, string } from '../described.ts'
import { oneOf, optionalText, optionalTimestamp, whole } from '../parameters.ts'
import { COMMON_QUERY } from '../responses/parse-request.ts'
import { defineMetaRoute } from '../route.ts'
import { mapOf, nullable, shape } from '../schemas.ts'
import { withNextPage } from '../with-headers.ts'
import { factsWithColumns, getNamedFact, KEY_COLUMNS, keyColumns } from './fact-parameters.ts'
import { listRevisions, type RevisionLine, revisionPosition } from './revision-pages.ts'

const query = {
  fact: optionalText('Name of a fact, such as hacks. Default: all of them.', 'hacks'),
  since: optionalTimestamp('Changes after this time: Unix seconds or ISO 8601. Default: all.', 1),
  until: optionalTimestamp('Changes up to this time: Unix seconds or ISO 8601. Default: now.'),
  order: oneOf(
    '`asc` has the oldest change first, `desc` the newest. Default: asc of one fact, desc of all.',
    ['asc', 'desc'],
    undefined,
  ),
  groupBy: oneOf('`run`: one line for each series that a run changed.', ['run'], undefined),
  asOf: COMMON_QUERY.asOf,
  limit: whole('Most rows to return.', { min: 1, max: 1_000, byDefault: 100, example: 100 }),
  cursor: cursorParameter({
    list: 'revisions:asc:run',
    run: NEWEST_RUN,
    position: [1, 'hacks', ''],
  }),
}

const change = shape({
  fact: string('Name of the fact'),
  key: mapOf(Type.Union([Type.String(), Type.Number()]), 'Key and time of the row'),
  old: mapOf(
    Type.Unknown(),
    'Values before; empty when an undo brought the row back, or when that version was dropped',
  ),
  new: mapOf(Type.Unknown(), 'Values after; empty when an undo took the row back'),
  recordedAt: string('When the change was committed, ISO 8601'),
  run: integer('Run that brought the new values'),
  previousRun: integer('Run that had brought the old ones; 0 without any'),
})

const changedSeries = shape({
  fact: string('Name of the fact'),
  key: mapOf(Type.Union([Type.String(), Type.Number()]), 'Key of the series'),
  figures: integer('Rows of the series that the run changed'),
  fromSec: nullable(integer('Earliest of them; null without a time')),
  toSec: nullable(integer('Latest of them; null without a time')),
  changesPct: mapOf(
    shape({
      min: nullable(number('Least change, percent; null from zero or nothing')),
      max: nullable(number('Largest one, percent; null from zero or nothing')),
    }),
    'By column of the values, those that are numbers',
  ),
  recordedAt: string('When the run was committed, ISO 8601'),
  run: integer('Run that brought the new values'),
  previousRun: integer('Earliest run whose values were replaced'),
  source: nullableText('What brought the new values'),
})

export const getRevisions = defineMetaRoute({
  id: 'meta.getRevisions',
  summary: 'Published values that were changed',
  describe:
    'Rows that say something else than an earlier row of the same key and time did: old value, new value, when, and by which run. Of one fact the oldest first, of all facts the newest; `since` and `until` bound the time of the change, columns of the key narrow it. With `groupBy=run` one line for each series that a run changed.',
  paths: { free: '/meta/revisions' },
  query,
  otherQuery: KEY_COLUMNS,
  headers: { Link: 'URL of the next page, `rel="next"`; absent on the last one.' },
  response: Type.Union([Type.Array(change), Type.Array(changedSeries)]),
  example: [
    {
      fact: 'prices',
      key: { coin: 'aggregator:bitcoin', atSec: 1_760_000_000 },
      old: { priceUsd: 64_000, confidence: 0.99 },
      new: { priceUsd: 64_210.5, confidence: 0.99 },
      recordedAt: '2026-01-31T00:00:01.000Z',
      run: 12,
      previousRun: 3,
    },
  ],
  table: '[]',
  reads: [],
  cached: false,
  handler: async ({ query: asked, given }, { snapshot }, services) => {
    const { journal, facts: known } = services.store
    const fact = asked.fact === undefined ? undefined : getNamedFact(services, asked.fact)
    const facts = fact === undefined ? [...known.values()] : [fact]
    const order = asked.order ?? (fact === undefined ? 'desc' : 'asc')
    const bySeries = asked.groupBy === 'run'
    const list = `revisions:${order}:${bySeries ? 'run' : 'row'}`
    const after = revisionPosition(asked.cursor, list, facts, bySeries)
    const run = Math.min(asked.cursor?.run ?? snapshot.run, snapshot.run)
    const lines = await listRevisions(services.store.snapshotOf(run), {
      facts: factsWithColumns(facts, given, query),
      filterOf: (one) => ({ columns: keyColumns(one, given, query) }),
      sinceRun: asked.since === undefined ? 0 : await journal.latestAt(asked.since),
      untilRun: asked.until === undefined ? run : await journal.latestAt(asked.until),
      descending: order === 'desc',
      limit: asked.limit,
      bySeries,
      after,
    })
    const shown = lines.slice(0, asked.limit)
    const runs = await journal.findAll(shown.map(({ revised }) => revised.run))
    const body = shown.map((line) => (bySeries ? describeSeries : describeChange)(line, runs))
    if (lines.length <= asked.limit) return body
    const cursor = encodeCursor({ list, run, position: at(shown, shown.length - 1).position })
    return withNextPage(body, given, { cursor })
  },
})

type Runs = ReadonlyMap<number, Run>

function describeChange({ revised: { fact, run }, row }: RevisionLine, runs: Runs) {
  return {
    fact: fact.name,
    key: pick(row, identityColumns(fact), ''),
    // A row that is no longer served, or was not, has no values.
    old: pick(row, Object.keys(fact.values), 'old_'),
    new: pick(row, Object.keys(fact.values), ''),
    recordedAt: recordedAt(run, runs),
    run,
    previousRun: row.previousRun,
  }
}

function describeSeries({ revised: { fact, run }, row }: RevisionLine, runs: Runs) {
  const numbers = Object.keys(fact.values).filter((name) => `min_${name}` in row)
  return {
    fact: fact.name,
    key: pick(row, Object.keys(fact.key), ''),
    figures: row.figures_,
    fromSec: row.fromSec_,
    toSec: row.toSec_,
    changesPct: Object.fromEntries(
      numbers.map((name) => [name, { min: row[`min_${name}`], max: row[`max_${name}`] }]),
    ),
    recordedAt: recordedAt(run, runs),
    run,
    previousRun: row.previousRun_,
    source: runs.get(run)?.source ?? null,
  }
}

function recordedAt(run: number, runs: Runs): string {
  return new Date(runs.get(run)?.atMs ?? 0).toISOString()
}

function pick(
  row: Record<string, unknown>,
  names: readonly string[],
  prefix: string,
): Record<string, unknown> {
  const present = names.filter((name) => `${prefix}${name}` in row)
  return Object.fromEntries(present.map((name) => [name, row[`${prefix}${name}`]]))
}
