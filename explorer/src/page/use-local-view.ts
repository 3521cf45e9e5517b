import { useState } from 'react'
import type { SeriesView } from '../blocks/chart/series-block.tsx'
import { SERIES_DEFAULTS } from './series-keys.ts'

/** Range and scale of a chart beside a table whose own keys fill the address. */
export function useLocalView(): SeriesView {
  const [state, setState] = useState<SeriesView['state']>(SERIES_DEFAULTS)
  return { state, set: (changes) => setState((before) => ({ ...before, ...changes })) }
}
