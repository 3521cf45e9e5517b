import Type from 'typebox'
import { nullableText, number, string } from '../../http/described.ts'
import { mapOf, namedShape, nullable } from '../../http/schemas.ts'
import { field, fieldsOf, record } from '../../records/record.ts'
import { chains, type Registry } from '../registry/public.ts'
import { aggregatorIdOf, findProtocol } from './derive/find-emission.ts'
import type { SectionCurve } from './derive/section-curve.ts'
import type { UnlockEvent } from './derive/unlock-events.ts'
import type { Emission } from './read/emissions.ts'
import { CATEGORIES, type Category } from './schedule.ts'

export const tokens = (description: string) => nullable(number(`Whole tokens; ${description}`))
const texts = (description: string) => Type.Array(Type.String(), { description })
const category = Type.Unsafe<Category>(
  Type.Union(
    CATEGORIES.map((name) => Type.Literal(name)),
    { description: 'What the tokens are for' },
  ),
)

const eventSchema = namedShape('EmissionEvent', {
  description: string(
    'What happens; {tokens[0]}, {tokens[1]} and {timestamp} stand for the figures beside it',
  ),
  timestamp: number('Unix seconds'),
  noOfTokens: Type.Array(Type.Number(), {
    description:
      'Tokens of a cliff; for a change of pace, tokens a week before and after it, to four significant digits',
  }),
  category,
  unlockType: Type.Union([Type.Literal('cliff'), Type.Literal('linear')], {
    description: 'All at once, or at a steady pace',
  }),
  rateDurationDays: Type.Optional(
    number('How long the new pace lasts, in days; absent for a cliff and for an end'),
  ),
})

export const events = fieldsOf<{ events: readonly UnlockEvent[] }>()(
  Type.Array(eventSchema, { description: 'Cliffs and changes of pace, past and future' }),
  [
    {
      description: 'Team: {tokens[0]} tokens unlock at once on {timestamp}',
      timestamp: 1_706_659_200,
      noOfTokens: [24_000_000],
      category: 'insiders',
      unlockType: 'cliff',
    },
  ],
  (emission) => emission.events,
)

const incompleteSchema = namedShape(
  'IncompleteSection',
  {
    key: string('Label of the section'),
    allocation: number('Tokens it will have given in the end'),
    lastRecord: number('Unix seconds; what lies after it is a forecast'),
  },
  {
    description:
      'A recorded section that has not given all yet: its figures after the last record are a forecast',
  },
)

/** Sections whose newest figures are a forecast. */
export const incompleteSections = fieldsOf<{ curves: readonly SectionCurve[] }>()(
  Type.Array(incompleteSchema, { description: 'Recorded sections that have not given all yet' }),
  [],
  ({ curves }) =>
    curves.flatMap(({ label, incomplete }) =>
      incomplete === undefined
        ? []
        : [{ key: label, allocation: incomplete.allocation, lastRecord: incomplete.lastRecordSec }],
    ),
)

const ofSchedule = fieldsOf<{ emission: Emission; registry: Registry }>()

/** Members that both operations have. */
export const token = field(string('Coin id'), 'ethereum:0x0000000000000000000000000000000000000001')
export const sources = field(texts('Where the schedule is written down'), [
  'https://example.org/tokenomics',
])
export const name = field(string('Display name'), 'Example Swap')
export const aggregatorId = (description: string) =>
  ofSchedule(nullableText(description), 'example-swap', ({ emission, registry }) =>
    aggregatorIdOf(emission, registry),
  )

/** Members of `metadata` that clients also read beside it (responses.md#members). */
const names = {
  name,
  aggregator_id: aggregatorId('Id of the token at the market-data aggregator'),
  serviceIds: ofSchedule(
    texts('Those of its protocols that this service knows'),
    ['1'],
    ({ emission: { schedule }, registry }) =>
      schedule.protocolIds.filter((id) => registry.byId(id) !== undefined),
  ),
  categories: ofSchedule(
    mapOf(Type.Array(Type.String()), 'Category → labels of its sections'),
    { insiders: ['Team'], farming: ['Rewards'] },
    ({ emission: { schedule } }) => {
      const byCategory = Map.groupBy(schedule.sections, ({ category }) => category)
      return Object.fromEntries(
        [...byCategory].map(([category, members]) => [category, members.map((one) => one.label)]),
      )
    },
  ),
  protocolCategory: ofSchedule(
    nullableText('Category of its protocol'),
    'Dexs',
    ({ emission, registry }) => findProtocol(emission, registry)?.category ?? null,
  ),
  chainName: ofSchedule(
    nullableText('Display name of the chain the token lives on'),
    'Ethereum',
    ({ emission: { schedule } }) =>
      schedule.chain === null ? null : chains.nameOf(schedule.chain),
  ),
  pId: ofSchedule(
    nullableText('The first of its protocols that this service knows'),
    '1',
    ({ emission, registry }) => findProtocol(emission, registry)?.id ?? null,
  ),
}
export const namesRecord = record(names)

/** What a schedule says of itself. */
export const metadataRecord = record({
  notes: field(texts('Remarks of the author of the schedule'), []),
  token,
  sources,
  protocolIds: field(texts('Ids of the protocols it is for'), ['1']),
  total: field(tokens('the most there can be'), 1_000_000_000),
  chain: field(nullableText('Key of the chain the token lives on'), 'ethereum'),
  ...names,
  events,
  incompleteSections,
})
