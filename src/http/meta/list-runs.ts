import Type from 'typebox'
import { RUN_STATES } from '../../store/journal.ts'
import { oneOf, optionalText, whole } from '../parameters.ts'
import { defineMetaRoute } from '../route.ts'
import { withNextPage } from '../with-headers.ts'
import { getNamedFact } from './fact-parameters.ts'
import { describeRun, runExample, runShape } from './run-shapes.ts'

export const listRuns = defineMetaRoute({
  id: 'meta.listRuns',
  summary: 'Runs, the newest first',
  describe:
    'Everything that enters the store belongs to exactly one run. `before` goes on where a page ended, as its `Link: rel="next"` does. `/meta/runs/{id}` has the receipts of one.',
  paths: { free: '/meta/runs' },
  query: {
    source: optionalText('Only runs of this source, or of sources that begin with it.', 'demo'),
    fact: optionalText('Only runs with rows of this fact.', 'tvl'),
    state: oneOf('Only runs in this state.', RUN_STATES, undefined),
    before: whole('Only runs with a smaller number.', {
      min: 1,
      max: 4_294_967_295,
      byDefault: undefined,
      example: 1_000_000,
    }),
    limit: whole('Most runs to return.', { min: 1, max: 1_000, byDefault: 100, example: 100 }),
  },
  headers: { Link: 'URL of the next page, `rel="next"`; absent on the last one.' },
  response: Type.Array(runShape, { description: 'Newest first' }),
  example: [runExample],
  table: '[]',
  reads: [],
  cached: false,
  handler: async ({ query, given }, { snapshot, asOfMs }, services) => {
    const { source, fact, state, before = Number.POSITIVE_INFINITY, limit } = query
    if (fact !== undefined) getNamedFact(services, fact)
    const until = asOfMs === undefined ? Number.POSITIVE_INFINITY : snapshot.run
    const found = await services.store.journal.listNewest(
      { sourcePrefix: source, fact, state },
      { limit: limit + 1, before: Math.min(before, until + 1) },
    )
    const runs = found.slice(0, limit)
    const body = runs.map((run) => describeRun(run, services.store.journal))
    const last = runs.at(-1)
    if (found.length <= limit || last === undefined) return body
    return withNextPage(body, given, { before: String(last.id) })
  },
})
