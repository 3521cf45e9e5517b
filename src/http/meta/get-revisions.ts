import Type from 'typebox'
import { invalidParameter, notFound } from '../../lib/errors.ts'
import { suggest } from '../../lib/suggest.ts'
import { identityColumns } from '../../store/fact.ts'
import { readRevisions } from '../../store/revisions.ts'
import { optionalMoment, optionalText, whole } from '../parameters.ts'
import { defineMetaRoute } from '../route.ts'
import { mapOf, shape } from '../schemas.ts'

export const getRevisions = defineMetaRoute({
  id: 'meta.getRevisions',
  summary: 'Published values that were changed',
  describe:
    'Rows that say something else than an earlier row of the same key and time did: old value, new value, when, and by which run. Oldest first; `since` bounds the time of the change.',
  paths: { free: '/meta/revisions' },
  query: {
    fact: { ...optionalText('Name of a fact, such as hacks.', 'hacks'), required: true },
    since: optionalMoment('Changes after this time: Unix seconds or ISO 8601. Default: all.', 1),
    limit: whole('Most rows to return.', { min: 1, max: 1_000, byDefault: 100, example: 100 }),
  },
  response: Type.Array(
    shape({
      fact: Type.String({ description: 'Name of the fact' }),
      key: mapOf(Type.Union([Type.String(), Type.Number()]), 'Key and time of the row'),
      old: mapOf(Type.Unknown(), 'Values before'),
      new: mapOf(Type.Unknown(), 'Values after'),
      recordedAt: Type.String({ description: 'When the change was committed, ISO 8601' }),
      run: Type.Integer({ description: 'Run that brought the new values' }),
      previousRun: Type.Integer({ description: 'Run that had brought the old ones' }),
    }),
  ),
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
  handler: async ({ query }, { snapshot }, { store }) => {
    if (query.fact === undefined)
      throw invalidParameter('fact', `is required: one of ${[...store.facts.keys()].join(', ')}.`)
    const fact = store.facts.get(query.fact)
    if (fact === undefined)
      throw notFound(
        `There is no fact ${JSON.stringify(query.fact.slice(0, 40))}.`,
        suggest(query.fact, store.facts.keys()),
      )
    const sinceRun = query.since === undefined ? 0 : store.journal.latestAt(query.since)
    const rows = await readRevisions(snapshot, fact, { sinceRun, limit: query.limit })
    return rows.map((row) => ({
      fact: fact.name,
      key: pick(row, identityColumns(fact), ''),
      old: pick(row, Object.keys(fact.values), 'old_'),
      new: pick(row, Object.keys(fact.values), ''),
      recordedAt: new Date(store.journal.find(row.run)?.atMs ?? 0).toISOString(),
      run: row.run,
      previousRun: row.previousRun,
    }))
  },
})

function pick(
  row: Record<string, unknown>,
  names: readonly string[],
  prefix: string,
): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, row[`${prefix}${name}`]]))
}
