import Type from 'typebox'
import { invalidParameter, notFound } from '../../lib/errors.ts'
import { suggest } from '../../lib/suggest.ts'
import { HOLD_STATES, qualityHolds } from '../../live/guards/holds/facts.ts'
import { countHolds, listStoredHolds } from '../../live/guards/holds/stored-holds.ts'
import { nullableText } from '../described.ts'
import { optionalText, whole } from '../parameters.ts'
import { defineMetaRoute } from '../route.ts'
import { mapOf, nullable, shape } from '../schemas.ts'

export const getQuality = defineMetaRoute({
  id: 'meta.getQuality',
  summary: 'What the guards caught',
  describe:
    'Readings that were held back or flagged before they were published: why, what is served meanwhile, and who decided. Newest moment first. A held reading is released by a later one that agrees with it or by a person, as `release` says; never by time.',
  paths: { free: '/meta/quality' },
  query: {
    fact: optionalText('Only readings of this fact, such as tvl.', 'tvl'),
    state: optionalText(`Only readings in this state: ${HOLD_STATES.join(', ')}.`, 'held'),
    limit: whole('Most readings to return.', { min: 1, max: 1_000, byDefault: 100, example: 100 }),
  },
  response: shape({
    facts: Type.Array(
      shape(
        {
          fact: Type.String({ description: 'Name of the fact' }),
          held: Type.Integer({ description: 'Readings held back', minimum: 0 }),
          released: Type.Integer({ description: 'Readings released since', minimum: 0 }),
          rejected: Type.Integer({ description: 'Readings rejected for good', minimum: 0 }),
          flagged: Type.Integer({
            description: 'Readings that were served with a flag',
            minimum: 0,
          }),
        },
        { description: 'All readings caught so far, by fact' },
      ),
      { description: 'All readings caught so far, by fact' },
    ),
    readings: Type.Array(
      shape({
        id: Type.String({ description: 'What `almanac quality release` and `reject` take' }),
        fact: Type.String({ description: 'Name of the fact' }),
        series: mapOf(Type.String(), 'The columns of the key that name the series'),
        atSec: Type.Integer({ description: 'Moment of the reading, Unix seconds' }),
        state: Type.String({ description: 'What became of it', enum: [...HOLD_STATES] }),
        guard: Type.String({ description: 'Guard that caught it' }),
        reason: Type.String({ description: 'Why, in words' }),
        release: Type.String({
          description: 'What releases it: a later reading that agrees, or a person',
          enum: ['agreement', 'person'],
        }),
        value: nullable(Type.Number({ description: 'The figure that was caught' })),
        servedValue: nullable(
          Type.Number({
            description: 'The figure that was served when it was caught; null if none was',
          }),
        ),
        heldRun: Type.Integer({ description: 'Run that brought it' }),
        decidedBy: nullableText('Who decided; null while it is open'),
        decisionReason: nullableText('Why, in the words of who decided; null if nothing was said'),
        decidedRun: nullable(
          Type.Integer({ description: 'Run of the decision; null while it is open' }),
        ),
      }),
      { description: 'Newest moment first' },
    ),
  }),
  example: {
    facts: [{ fact: 'tvl', held: 1, released: 0, rejected: 0, flagged: 0 }],
    readings: [
      {
        id: '5d41402abc',
        fact: 'tvl',
        series: { protocol: 'example-lend' },
        atSec: 1_760_000_000,
        state: 'held',
        guard: 'spike',
        reason:
          'tvlUsd is 30 M: ×3 from 10 M before and ×3 from 10 M, the median of 7 days; the limit is ×2.',
        release: 'agreement',
        value: 30_000_000,
        servedValue: 10_000_000,
        heldRun: 12,
        decidedBy: null,
        decisionReason: null,
        decidedRun: null,
      },
    ],
  },
  table: 'readings[]',
  reads: [qualityHolds],
  handler: async ({ query: { fact, state, limit } }, { snapshot }, { store }) => {
    if (fact !== undefined && !store.facts.has(fact))
      throw notFound(
        `There is no fact ${JSON.stringify(fact.slice(0, 40))}.`,
        suggest(fact, store.facts.keys()),
      )
    if (state !== undefined && !HOLD_STATES.some((known) => known === state))
      throw invalidParameter('state', `must be one of ${HOLD_STATES.join(', ')}.`)
    const holds = await listStoredHolds(snapshot, { fact, state, limit })
    return {
      facts: await countHolds(snapshot, fact),
      readings: holds.map(({ run, figures: _, series, ...hold }) => ({
        ...hold,
        series: JSON.parse(series) as Record<string, string>,
        decidedRun: hold.decidedBy === null ? null : run,
      })),
    }
  },
})
