import { useState } from 'react'
import { SERIES_DEFAULTS, type SeriesState } from '../../page/series-keys.ts'
import type { Mode, Range } from './prepare.ts'
import type { SeriesView } from './series-block.tsx'

/** The state of a chart: of the page's address, or its own where the page holds none. */
export function useChartView(
  given: SeriesView | undefined,
  mode: Mode = 'abs',
  range: Range = 'all',
): SeriesView {
  const [local, setLocal] = useState<SeriesState>(SERIES_DEFAULTS)
  if (given !== undefined) return given
  return {
    state: { ...local, mode, range },
    set: (changes) => setLocal((before) => ({ ...before, ...changes })),
  }
}
