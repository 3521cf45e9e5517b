import Type from 'typebox'
import { type CoveredMember, MEMBER_STATES } from '../../derive/coverage.ts'
import { invalidParameter } from '../../lib/errors.ts'
import { boolean, described, integer, number, string } from '../described.ts'
import { oneOf, text, whole } from '../parameters.ts'
import { COMMON_QUERY } from '../responses/parse-request.ts'
import { defineMetaRoute, ROOTS, type Route } from '../route.ts'
import { mapOf, namedShape, nullable, shape } from '../schemas.ts'
import { WithCoverage } from '../with-coverage.ts'
import { OPERATION_PARAMETERS, parseOperationRequest, withoutMoves } from './operation-request.ts'

const query = {
  operation: text('Id of an operation with the header X-Coverage.', 'tvl.listChains'),
  state: oneOf('Only members in this state.', MEMBER_STATES, undefined),
  asOf: COMMON_QUERY.asOf,
  members: whole('Most members to return.', {
    min: 0,
    max: 10_000,
    byDefault: 1_000,
    example: 100,
  }),
}

const part = namedShape('CoveragePart', {
  count: integer('Members'),
  worth: number('What they weigh together'),
})

export const getCoverage = defineMetaRoute({
  id: 'meta.getCoverage',
  summary: 'What a total lacks',
  describe:
    'The members that are expected in the total of a response, and whether each was read in time: what the header X-Coverage of that response is made from. Members weigh by their value in US dollars; of daily metrics by their last 30 days.',
  paths: { free: '/meta/coverage' },
  query,
  otherQuery: OPERATION_PARAMETERS,
  response: shape({
    operation: string('Id of the operation'),
    coverage: nullable(
      number('Share of the fresh ones by weight, 0 to 1; null when none is expected'),
    ),
    expected: described(part, 'All members'),
    fresh: described(part, 'Members whose newest reading is a fresh good one'),
    stale: described(
      part,
      'Members whose newest reading is carried, or more than 24 hours older than the newest',
    ),
    missing: described(part, 'Members that are expected and not in the total'),
    isComplete: boolean('False when there are more members than listed'),
    members: Type.Array(
      shape({
        key: mapOf(Type.String(), 'Columns of the key that name the member'),
        state: Type.String({ description: 'How it was read', enum: [...MEMBER_STATES] }),
        worth: number('What it weighs'),
        share: number('Its part of the whole weight, 0 to 1'),
        atSec: nullable(
          integer('Time of its newest reading, Unix seconds; null where days are counted'),
        ),
      }),
      { description: 'Largest first' },
    ),
  }),
  example: {
    operation: 'tvl.listChains',
    coverage: 0.75,
    expected: { count: 2, worth: 4_000_000 },
    fresh: { count: 1, worth: 3_000_000 },
    stale: { count: 1, worth: 1_000_000 },
    missing: { count: 0, worth: 0 },
    isComplete: true,
    members: [
      {
        key: { protocol: '1', chain: 'ethereum' },
        state: 'fresh',
        worth: 3_000_000,
        share: 0.75,
        atSec: 1_760_000_000,
      },
    ],
  },
  reads: [],
  nowStepSec: 1,
  cached: false,
  handler: async ({ query: asked, given }, context, meta) => {
    const { operation: name, state, members: limit } = asked
    const parsed = parseOperationRequest(meta, context, { name, given, declared: query })
    const { route } = parsed
    if (!hasCoverage(route)) throw withoutCoverage(meta.operations.values().map((one) => one.route))
    const root = ROOTS.find((one) => route.paths[one] !== undefined) ?? 'free'
    const response = await withoutMoves(
      route.handler(parsed.request, { ...parsed.context, root }, meta),
    )
    const { share, members } =
      response instanceof WithCoverage ? response.coverage : { share: null, members: [] }
    const whole = weigh(members)
    const wanted = members.filter((member) => state === undefined || member.state === state)
    return {
      operation: route.id,
      coverage: share,
      expected: whole,
      ...Object.fromEntries(
        MEMBER_STATES.map((one) => [one, weigh(members.filter((member) => member.state === one))]),
      ),
      isComplete: wanted.length <= limit,
      members: wanted
        .toSorted((a, b) => b.worth - a.worth)
        .slice(0, limit)
        .map((member) => ({
          ...member,
          share: whole.worth === 0 ? 0 : member.worth / whole.worth,
        })),
    }
  },
})

function hasCoverage({ headers }: Route): boolean {
  return 'X-Coverage' in headers
}

function withoutCoverage(routes: Iterable<Route>): Error {
  const ids = [...routes].filter(hasCoverage).map(({ id }) => id)
  return invalidParameter('operation', `has no coverage. These have: ${ids.join(', ')}.`)
}

function weigh(members: readonly CoveredMember[]) {
  return { count: members.length, worth: members.reduce((sum, { worth }) => sum + worth, 0) }
}
