import { createHash } from 'node:crypto'
import { orNull, t } from '../../../store/columns.ts'
import { defineFact, type RowOf } from '../../../store/fact.ts'

export const HOLD_STATES = ['held', 'released', 'rejected', 'flagged'] as const
export type HoldState = (typeof HOLD_STATES)[number]

/** What the guards caught. A decision is a new row of the same key, so nothing is lost. */
export const qualityHolds = defineFact({
  name: 'quality_holds',
  isLog: true,
  describe:
    'Readings that the guards held back or flagged: why, what is served meanwhile, and who released them.',
  key: {
    fact: t.word('Fact the reading belongs to'),
    series: t.text('Values of the key that name the series, as a JSON object'),
  },
  time: 'atSec',
  values: {
    id: t.text('Short name of the reading, the same for all facts that are held together', {
      max: 40,
    }),
    state: t.word(`One of ${HOLD_STATES.join(', ')}`),
    guard: t.word('Guard that caught it first'),
    reason: t.text('What is wrong with it, in words and figures'),
    release: t.word('What releases it: agreement of a second reading, or a person'),
    value: orNull(t.float('The figure that was caught')),
    servedValue: orNull(t.float('The figure that is served in its place; empty if there is none')),
    figures: t.text('All sums of the reading as JSON, by column and line'),
    decidedBy: orNull(t.text('Who decided: agreement, or a person', { max: 200 })),
    decisionReason: orNull(t.text('Why it was decided so, in a person’s words', { max: 2_000 })),
    heldRun: orNull(
      t.int('Run that held it; empty in the row that this very run wrote', { min: 1 }),
    ),
  },
})

const ID_LENGTH = 10

export type Hold = RowOf<typeof qualityHolds> & { state: HoldState }

/** The place of a reading: what a hold is about. */
export function placeName(place: Pick<Hold, 'fact' | 'series' | 'atSec'>): string {
  return JSON.stringify([place.fact, place.series, place.atSec])
}

/** Short enough to type. */
export function holdId(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, ID_LENGTH)
}
