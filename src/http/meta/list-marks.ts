import Type from 'typebox'
import { QUALITIES } from '../../store/fact.ts'
import { listMarks as readMarks } from '../../store/marks.ts'
import { boolean, integer, string } from '../described.ts'
import { optionalStartTime, optionalUnixTime, text, whole } from '../parameters.ts'
import { COMMON_QUERY } from '../responses/parse-request.ts'
import { defineMetaRoute } from '../route.ts'
import { mapOf, nullable, shape } from '../schemas.ts'
import { getNamedFact, KEY_COLUMNS, keyColumns } from './fact-parameters.ts'

const MARKS = [...QUALITIES.filter((quality) => quality !== 'ok'), 'revised']

const query = {
  fact: text('Name of a fact.', 'tvl'),
  start: optionalStartTime('Earliest valid time, Unix seconds.'),
  end: optionalUnixTime('Latest valid time, Unix seconds.'),
  asOf: COMMON_QUERY.asOf,
  limit: whole('Most points to return.', { min: 1, max: 10_000, byDefault: 1_000, example: 1_000 }),
}

export const listMarks = defineMetaRoute({
  id: 'meta.listMarks',
  summary: 'Points of a series that are not plain',
  describe:
    'Points that were carried from an earlier one, extrapolated, backfilled, self-reported or disputed, whose newest reading is held back, or that said something else before. All others were reported once and never changed. Columns of the key narrow it to a series.',
  paths: { free: '/meta/marks' },
  query,
  otherQuery: KEY_COLUMNS,
  response: shape({
    fact: string('Name of the fact'),
    isComplete: boolean('False when there are more than the limit'),
    points: Type.Array(
      shape({
        key: mapOf(Type.Union([Type.String(), Type.Number()]), 'Columns of the key'),
        atSec: nullable(integer('Valid time, Unix seconds; null when rows have no time')),
        marks: Type.Array(Type.String({ enum: MARKS }), {
          description: 'What is to be said of it; `revised`: it said something else before',
        }),
        run: integer('Newest run that said something about it'),
      }),
      { description: 'Newest first' },
    ),
  }),
  example: {
    fact: 'tvl',
    isComplete: true,
    points: [
      {
        key: { protocol: '1', chain: 'ethereum', section: 'tvl' },
        atSec: 1_760_000_000,
        marks: ['carried'],
        run: 12,
      },
    ],
  },
  table: 'points[]',
  reads: [],
  cached: false,
  handler: async ({ query: asked, given }, { snapshot }, services) => {
    const fact = getNamedFact(services, asked.fact)
    const columns = keyColumns(fact, given, query)
    const filter = { columns, fromSec: asked.start, toSec: asked.end }
    const points = await readMarks(snapshot, fact, { filter, limit: asked.limit + 1 })
    return {
      fact: fact.name,
      isComplete: points.length <= asked.limit,
      points: points.slice(0, asked.limit),
    }
  },
})
