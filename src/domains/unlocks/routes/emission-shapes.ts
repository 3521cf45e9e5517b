import Type from 'typebox'
import { namedShape, nullable } from '../../../http/schemas.ts'
import type { SectionCurve } from '../derive/section-curve.ts'
import { CATEGORIES } from '../schedule.ts'

export const tokens = (description: string) =>
  nullable(Type.Number({ description: `Whole tokens; ${description}` }))
export const texts = (description: string) => Type.Array(Type.String(), { description })
const category = Type.Union(
  CATEGORIES.map((name) => Type.Literal(name)),
  { description: 'What the tokens are for' },
)

export const eventSchema = namedShape('EmissionEvent', {
  description: Type.String({
    description:
      'What happens; {tokens[0]}, {tokens[1]} and {timestamp} stand for the figures beside it',
  }),
  timestamp: Type.Number({ description: 'Unix seconds' }),
  noOfTokens: Type.Array(Type.Number(), {
    description:
      'Tokens of a cliff; for a change of pace, tokens a week before and after it, to four significant digits',
  }),
  category,
  unlockType: Type.Union([Type.Literal('cliff'), Type.Literal('linear')], {
    description: 'All at once, or at a steady pace',
  }),
  rateDurationDays: Type.Optional(
    Type.Number({
      description: 'How long the new pace lasts, in days; absent for a cliff and for an end',
    }),
  ),
})

export const exampleEvents = [
  {
    description: 'Team: {tokens[0]} tokens unlock at once on {timestamp}',
    timestamp: 1_706_659_200,
    noOfTokens: [24_000_000],
    category: 'insiders',
    unlockType: 'cliff',
  },
]

export const incompleteSchema = namedShape(
  'IncompleteSection',
  {
    key: Type.String({ description: 'Label of the section' }),
    allocation: Type.Number({ description: 'Tokens it will have given in the end' }),
    lastRecord: Type.Number({ description: 'Unix seconds; what lies after it is a forecast' }),
  },
  {
    description:
      'A recorded section that has not given all yet: its figures after the last record are a forecast',
  },
)

/** Sections whose newest figures are a forecast. */
export function incompleteSections(curves: readonly SectionCurve[]) {
  return curves.flatMap(({ label, incomplete }) =>
    incomplete === undefined
      ? []
      : [{ key: label, allocation: incomplete.allocation, lastRecord: incomplete.lastRecordSec }],
  )
}
