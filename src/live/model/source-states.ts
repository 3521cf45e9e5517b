import { orNull, t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'

export const SOURCE_STATES = ['failing', 'recovered'] as const
export type SourceState = (typeof SOURCE_STATES)[number]

/** When live sources began to fail and when they recovered: a row per change. */
export const sourceStates = defineFact({
  name: 'source_states',
  isLog: true,
  describe: 'Live sources that began to fail, and those that recovered.',
  key: { source: t.text('What its runs are called', { max: 200 }) },
  values: {
    state: t.word(`One of ${SOURCE_STATES.join(', ')}`),
    reason: orNull(t.text('What went wrong; empty once it recovered', { max: 2_000 })),
  },
})
