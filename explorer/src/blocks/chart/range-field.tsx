import { RANGE_NAMES, type Range } from './prepare.ts'
import { Segments } from './segments.tsx'
import type { SeriesView } from './series-block.tsx'

/** Ranges up to the newest point. One of them ends a zoom. */
export function RangeField({ view: { state, set } }: { view: SeriesView }) {
  const isZoomed = state.from !== null || state.to !== null
  return (
    <Segments<Range | 'zoomed'>
      label="Range"
      options={RANGE_NAMES}
      value={isZoomed ? 'zoomed' : state.range}
      onChange={(range) => {
        if (range !== 'zoomed') set({ range, from: null, to: null })
      }}
    />
  )
}
