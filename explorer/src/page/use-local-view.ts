import { useState } from 'react'
import type { SeriesView } from '../blocks/chart/series-block.tsx'

/** Range and scale of a chart beside a table whose own keys fill the address. */
export function useLocalView(): SeriesView {
  const [state, setState] = useState<SeriesView['state']>({ range: '1y', mode: 'abs' })
  return { state, set: (changes) => setState((before) => ({ ...before, ...changes })) }
}
