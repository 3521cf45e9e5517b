import Type, { type Static, type TSchema } from 'typebox'
import Value from 'typebox/value'
import defaults from '../../../../data/guards.json' with { type: 'json' }
import { UsageError } from '../../../lib/errors.ts'
import { nameOf, type Watch } from '../../model/watch.ts'

const positive = Type.Number({ exclusiveMinimum: 0 })
const share = Type.Number({ exclusiveMinimum: 0, maximum: 1 })
const floor = Type.Number({ minimum: 0 })
const release = Type.Union([Type.Literal('agreement'), Type.Literal('person')])

const object = <T extends Record<string, TSchema>>(members: T) =>
  Type.Object(members, { additionalProperties: false })

/** Thresholds of a guard by the nature of a watch, or by `fact.column` where one needs its own. */
const by = <T extends Record<string, TSchema>>(thresholds: T) =>
  object({ release, by: Type.Record(Type.String(), object(thresholds)) })

const GuardSettings = object({
  agreement: object({ withinPct: positive, withinDays: positive }),
  bounds: by({ most: positive }),
  spike: by({
    /** Below this a jump is ignored. */
    floor,
    /** From the largest `above` down: the first that the new figure is above gives the factor. */
    steps: Type.Array(object({ above: floor, factor: Type.Number({ exclusiveMinimum: 1 }) }), {
      minItems: 1,
    }),
    /** The days that give the usual level, and how far their largest figure must be passed. */
    days: positive,
    overMost: Type.Optional(Type.Number({ minimum: 1 })),
    /** From this factor on a jump to a new height is flagged though it is not held. */
    flagFactor: Type.Optional(Type.Number({ exclusiveMinimum: 1 })),
  }),
  drop: by({
    floor,
    /** Ages of the reading before, and the share that must be gone. */
    steps: Type.Array(object({ withinHours: positive, share }), { minItems: 1 }),
    days: positive,
    underLeast: Type.Optional(share),
  }),
  'vanished-part': by({ holdShare: share, flagShare: share, floor }),
  unpriced: by({ holdShare: share, flagShare: share, flagCountShare: share, floor }),
  stale: by({
    aheadMinutes: positive,
    /** From this age on a price is flagged; one that is too old to be used counts for nothing. */
    agedPriceHours: positive,
    /** Of the value at prices that are too old. */
    holdShare: share,
    flagShare: share,
    repeatHours: positive,
    repeatCount: Type.Integer({ minimum: 2 }),
  }),
  'new-listing': by({ most: positive }),
  'unit-error': by({
    floor,
    leastPower: Type.Integer({ minimum: 1 }),
    tolerance: Type.Number({ exclusiveMinimum: 0, maximum: 0.5 }),
    days: positive,
    beyondRange: Type.Optional(Type.Number({ minimum: 1 })),
    /** A smaller power that is held where supply, price or decimals contradict it. */
    contradictedPower: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  'sign-error': by({ floor, flagPartShare: share }),
  duplicate: by({ floor }),
})

export type GuardSettings = Static<typeof GuardSettings>

/** The thresholds of data/guards.json, or of a value of the same form; errors name the place. */
export function readGuardSettings(given: unknown = defaults): GuardSettings {
  const [problem] = Value.Errors(GuardSettings, given)
  if (problem === undefined) return given as GuardSettings
  throw new UsageError(`data/guards.json: ${problem.instancePath || '/'} ${problem.message}`)
}

/** Over how many days the guards of a watch look for its usual level: the fewest and the most. */
export function daysOf(settings: GuardSettings, watch: Watch): { least: number; most: number } {
  const days = [settings.spike, settings.drop, settings['unit-error']].flatMap(
    ({ by }) => (by[nameOf(watch)] ?? by[watch.nature])?.days ?? [],
  )
  return { least: Math.min(...days), most: Math.max(0, ...days) }
}
