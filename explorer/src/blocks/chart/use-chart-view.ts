import { useState } from 'react'
import { SERIES_DEFAULTS, type SeriesState } from '../../page/series-keys.ts'
import type { SeriesView } from './series-block.tsx'

/** The state of a chart: of the page's address, or its own where the page holds none. */
export function useChartView(
  given: SeriesView | undefined,
  own: Partial<Pick<SeriesState, 'mode' | 'range'>>,
): SeriesView {
  const [local, setLocal] = useState<SeriesState>({ ...SERIES_DEFAULTS, range: 'all' })
  if (given !== undefined) return given
  return {
    state: { ...local, ...own },
    set: (changes) => setLocal((before) => ({ ...before, ...changes })),
  }
}
