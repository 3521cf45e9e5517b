import Type from 'typebox'
import { LATEST_UNIX_SEC, toSec } from '../../lib/clock.ts'
import { invalidParameter } from '../../lib/errors.ts'
import { HOLD_STATES, qualityHolds } from '../../live/guards/holds/facts.ts'
import {
  countHolds,
  type HoldPosition,
  listStoredHolds,
  type StoredHold,
} from '../../live/guards/holds/stored-holds.ts'
import { cursorParameter, encodeCursor, NEWEST_RUN, ofList } from '../cursor.ts'
import { integer, nullableText, number, string } from '../described.ts'
import { optionalText, optionalTimestamp, whole } from '../parameters.ts'
import { defineMetaRoute } from '../route.ts'
import { mapOf, nullable, shape } from '../schemas.ts'
import { withNextPage } from '../with-headers.ts'
import { getNamedFact, otherNames } from './fact-parameters.ts'

const LIST = 'quality'
const query = {
  fact: optionalText('Only readings of this fact, such as tvl.', 'tvl'),
  state: optionalText(`Only readings in this state: ${HOLD_STATES.join(', ')}.`, 'held'),
  guard: optionalText('Only readings that this guard caught, such as spike.', 'spike'),
  since: optionalTimestamp(
    'Only readings of this timestamp or later: Unix seconds or ISO 8601.',
    365,
  ),
  limit: whole('Most readings to return.', { min: 1, max: 1_000, byDefault: 100, example: 100 }),
  cursor: cursorParameter({
    list: LIST,
    run: NEWEST_RUN,
    position: [LATEST_UNIX_SEC, NEWEST_RUN, '', ''],
  }),
}

export const getQuality = defineMetaRoute({
  id: 'meta.getQuality',
  summary: 'What the guards caught',
  describe:
    'Readings that were held back or flagged before they were published: why, what is served meanwhile, and who decided. Newest timestamp first. A held reading is released by a later one that agrees with it or by a person, as `release` says; never by time.',
  paths: { free: '/meta/quality' },
  query,
  otherQuery: {
    describe:
      'Columns that name a series, such as `protocol`, each with one value: only its readings.',
    example: { protocol: '1' },
  },
  headers: { Link: 'URL of the next page, `rel="next"`; absent on the last one.' },
  response: shape({
    facts: Type.Array(
      shape(
        {
          fact: string('Name of the fact'),
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
      { description: 'Readings caught so far under the same conditions but the state, by fact' },
    ),
    readings: Type.Array(
      shape({
        id: string('What `almanac quality release` and `reject` take'),
        fact: string('Name of the fact'),
        series: mapOf(Type.String(), 'The columns of the key that name the series'),
        atSec: integer('Timestamp of the reading, Unix seconds'),
        state: Type.String({ description: 'What became of it', enum: [...HOLD_STATES] }),
        guard: string('Guard that caught it'),
        reason: string('Why, in words'),
        release: Type.String({
          description: 'What releases it: a later reading that agrees, or a person',
          enum: ['agreement', 'person'],
        }),
        value: nullable(number('The figure that was caught')),
        servedValue: nullable(
          number('The figure that was served when it was caught; null if none was'),
        ),
        heldRun: integer('Run that brought it'),
        decidedBy: nullableText('Who decided; null while it is open'),
        decisionReason: nullableText('Why, in the words of who decided; null if nothing was said'),
        decidedRun: nullable(integer('Run of the decision; null while it is open')),
      }),
      { description: 'Newest timestamp first' },
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
  handler: async ({ query: asked, given }, { snapshot }, services) => {
    const { fact, state, guard, limit } = asked
    if (fact !== undefined) getNamedFact(services, fact)
    if (state !== undefined && !HOLD_STATES.some((known) => known === state))
      throw invalidParameter('state', `must be one of ${HOLD_STATES.join(', ')}.`)
    const cursor = ofList(asked.cursor, LIST, ['uint32', 'uint32', 'text', 'text'])
    const run = Math.min(cursor?.run ?? snapshot.run, snapshot.run)
    const known = services.store.snapshotOf(run)
    const sinceSec = asked.since === undefined ? undefined : toSec(asked.since)
    const filter = { fact, guard, sinceSec, series: seriesOf(given) }
    const after = cursor?.position as HoldPosition | undefined
    const holds = await listStoredHolds(known, { ...filter, state, after, limit: limit + 1 })
    const shown = holds.slice(0, limit)
    const body = { facts: await countHolds(known, filter), readings: shown.map(describeHold) }
    const last = shown.at(-1)
    if (holds.length <= limit || last === undefined) return body
    const position = [last.atSec, last.run, last.fact, last.series]
    const next = encodeCursor({ list: LIST, run, position })
    return withNextPage(body, given, { cursor: next })
  },
})

/** Parameters that are none of the route's own name columns of series. */
function seriesOf(given: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(otherNames(given, query).map((name) => [name, given[name] ?? '']))
}

function describeHold({ run, figures: _, series, ...hold }: StoredHold) {
  return {
    ...hold,
    series: JSON.parse(series) as Record<string, string>,
    decidedRun: hold.decidedBy === null ? null : run,
  }
}
