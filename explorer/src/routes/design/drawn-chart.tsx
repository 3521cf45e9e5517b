import { useMemo, useState } from 'react'
import type { Drawing } from '../../blocks/chart/drawing.ts'
import { MarkKey } from '../../blocks/chart/mark-key.tsx'
import { Plot } from '../../blocks/chart/plot.tsx'
import type { ChartData } from '../../blocks/chart/prepare.ts'
import { Readout } from '../../blocks/chart/readout.tsx'
import { type ShapeOptions, shape } from '../../blocks/chart/shape.ts'
import { useTheme } from '../../blocks/frame/use-theme.ts'
import { shortText } from '../../lib/numbers.ts'
import { SERIES_DEFAULTS } from '../../page/series-keys.ts'

export interface DrawnChartProps {
  readonly data: ChartData
  readonly options?: Partial<ShapeOptions>
  readonly notes?: Partial<Pick<Drawing, 'marks' | 'annotations'>>
}

const NO_NOTES = {}
const PLAIN: Drawing['strokes'] = new Map()

/** A plot by itself, with what a chart would have asked the service for. */
export function DrawnChart({ data, options = NO_NOTES, notes = NO_NOTES }: DrawnChartProps) {
  const [cursor, setCursor] = useState<number | null>(null)
  const theme = useTheme()
  const drawing: Drawing = useMemo(() => {
    const state = { ...SERIES_DEFAULTS, range: 'all' as const }
    const shaped = shape(data, { kind: 'line', mode: 'abs', state, ...options })
    return { marks: [], annotations: [], strokes: PLAIN, ...notes, ...shaped }
  }, [data, options, notes])
  return (
    <figure className="chart">
      <Readout drawing={drawing} cursor={cursor} sign="$" />
      <Plot
        {...{ drawing, cursor, theme }}
        height={180}
        isFluid={false}
        focused={null}
        write={(value) => shortText(value, { digits: 3, sign: '$' })}
        onCursor={setCursor}
        onZoom={() => setCursor(null)}
      />
      <MarkKey drawing={drawing} />
    </figure>
  )
}
