import { useId, useMemo, useState } from 'react'
import { dayText } from '../../lib/times.ts'
import { CandleActions } from './candle-actions.tsx'
import { CandleDrawing } from './candle-drawing.tsx'
import { CandleReadout } from './candle-readout.tsx'
import { type Bar, candleShapes } from './candle-shapes.ts'
import { CandleTable } from './candle-table.tsx'
import { useBarCursor } from './use-bar-cursor.ts'
import { useWidth } from './use-width.ts'
import '../chart/chart.css'
import './candles.css'

const PRICE_HEIGHT = 230
const VOLUME_HEIGHT = 46
const AXIS_HEIGHT = 22
const AXIS_WIDTH = 58

/** Prices as bars of opening, high, low and closing, with volumes below; read by pointer or keys. */
export function CandleChart({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const [host, width] = useWidth()
  const [isTable, setIsTable] = useState(false)
  const id = useId()
  const plotWidth = Math.max(1, width - AXIS_WIDTH)
  const shapes = useMemo(() => {
    const size = { width: plotWidth, priceHeight: PRICE_HEIGHT, volumeHeight: VOLUME_HEIGHT }
    return candleShapes(bars, size)
  }, [bars, plotWidth])
  const { cursor, handlers } = useBarCursor(bars.length, shapes.step)
  const [first, last] = [bars[0], bars.at(-1)]
  if (first === undefined || last === undefined)
    return <div className="empty">No bars in this range.</div>
  const read = cursor ?? bars.length - 1
  const plotHeight = PRICE_HEIGHT + VOLUME_HEIGHT
  const height = plotHeight + AXIS_HEIGHT
  const onTable = () => setIsTable(!isTable)
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption id={id} className="for-readers">
        {label}, {dayText(first.sec)} to {dayText(last.sec)}, {bars.length} bars.
      </figcaption>
      <CandleReadout bar={bars[read] ?? last} before={bars[read - 1]} />
      <div
        ref={host}
        role="img"
        aria-label={`${label}. Arrow keys read it.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a chart is read bar by bar by keys
        tabIndex={0}
        {...handlers}
      >
        <CandleDrawing {...{ shapes, width, plotWidth, plotHeight, height, cursor }} />
      </div>
      <footer className="chart-foot">
        <CandleActions {...{ label, bars, isTable, onTable }} />
      </footer>
      {isTable && <CandleTable label={label} bars={bars} />}
    </figure>
  )
}
