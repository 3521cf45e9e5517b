import Type, { type Static, type TSchema } from 'typebox'
import Value from 'typebox/value'
import defaults from '../../../../data/guards.json' with { type: 'json' }
import { UsageError } from '../../../lib/errors.ts'
import { nameOf, type Watch } from '../../model/watch.ts'

const positive = Type.Number({ exclusiveMinimum: 0 })
const share = Type.Number({ exclusiveMinimum: 0, maximum: 1 })
const release = Type.Union([Type.Literal('agreement'), Type.Literal('person')])

/** Thresholds of a guard by the nature of a watch, or by `fact.column` where one needs its own. */
const by = <T extends TSchema>(thresholds: T) =>
  Type.Object(
    { release, by: Type.Record(Type.String(), thresholds) },
    { additionalProperties: false },
  )
const object = <T extends Record<string, TSchema>>(members: T) =>
  Type.Object(members, { additionalProperties: false })

const GuardSettings = object({
  agreement: object({ withinPct: positive, withinDays: positive }),
  bounds: by(object({ most: positive })),
  spike: by(
    object({
      /** Below this a jump is ignored. */
      floor: Type.Number({ minimum: 0 }),
      /** From the largest `above` down: the first that the new figure is above gives the factor. */
      steps: Type.Array(
        object({
          above: Type.Number({ minimum: 0 }),
          factor: Type.Number({ exclusiveMinimum: 1 }),
        }),
        { minItems: 1 },
      ),
      /** The days that give the usual level, and how far their largest figure must be passed. */
      days: positive,
      overMost: Type.Optional(Type.Number({ minimum: 1 })),
      /** From this factor on a jump to a new height is flagged though it is not held. */
      flagFactor: Type.Optional(Type.Number({ exclusiveMinimum: 1 })),
    }),
  ),
  drop: by(
    object({
      floor: Type.Number({ minimum: 0 }),
      /** Ages of the reading before, and the share that must be gone. */
      steps: Type.Array(object({ withinHours: positive, share }), { minItems: 1 }),
      days: positive,
      underLeast: Type.Optional(share),
    }),
  ),
  'vanished-part': by(
    object({ holdShare: share, flagShare: share, floor: Type.Number({ minimum: 0 }) }),
  ),
  unpriced: by(
    object({
      holdShare: share,
      flagShare: share,
      flagCountShare: share,
      floor: Type.Number({ minimum: 0 }),
    }),
  ),
  stale: by(
    object({
      aheadMinutes: positive,
      /** From this age on a price is flagged; one that is too old to be used counts for nothing. */
      agedPriceHours: positive,
      /** Of the value at prices that are too old. */
      holdShare: share,
      flagShare: share,
      repeatHours: positive,
      repeatCount: Type.Integer({ minimum: 2 }),
    }),
  ),
  'new-listing': by(object({ most: positive })),
  'unit-error': by(
    object({
      floor: Type.Number({ minimum: 0 }),
      leastPower: Type.Integer({ minimum: 1 }),
      tolerance: Type.Number({ exclusiveMinimum: 0, maximum: 0.5 }),
      days: positive,
      beyondRange: Type.Optional(Type.Number({ minimum: 1 })),
      /** A smaller power that is held where supply, price or decimals contradict it. */
      contradictedPower: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
  ),
  'sign-error': by(object({ floor: Type.Number({ minimum: 0 }), flagPartShare: share })),
  duplicate: by(object({ floor: Type.Number({ minimum: 0 }) })),
})

export type GuardSettings = Static<typeof GuardSettings>

/** The thresholds of data/guards.json, or of a value of the same form; errors name the place. */
export function readGuardSettings(given: unknown = defaults): GuardSettings {
  const [problem] = Value.Errors(GuardSettings, given)
  if (problem === undefined) return given as GuardSettings
  throw new UsageError(`data/guards.json: ${problem.instancePath || '/'} ${problem.message}`)
}

/** The thresholds of a watch: its own, or those of its nature; undefined: not checked. */
export function thresholdsOf<T>(guard: { by: Record<string, T> }, watch: Watch): T | undefined {
  return guard.by[nameOf(watch)] ?? guard.by[watch.nature]
}
