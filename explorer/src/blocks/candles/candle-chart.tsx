import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef, useState } from 'react'
import { price } from '../../lib/numbers.ts'
import { dayText } from '../../lib/times.ts'
import { CandleActions } from './candle-actions.tsx'
import { CandleReadout } from './candle-readout.tsx'
import { type Bar, candleShapes } from './candle-shapes.ts'
import { CandleTable } from './candle-table.tsx'
import { useWidth } from './use-width.ts'
import '../chart/chart.css'
import './candles.css'

const PRICE_HEIGHT = 230
const VOLUME_HEIGHT = 46
const AXIS_HEIGHT = 22
const AXIS_WIDTH = 58
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -21,
  PageDown: 21,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** Prices as bars of opening, high, low and closing, with volumes below; read by pointer or keys. */
export function CandleChart({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const host = useRef<HTMLDivElement>(null)
  const width = useWidth(host)
  const [cursor, setCursor] = useState<number | null>(null)
  const [isTable, setIsTable] = useState(false)
  const id = useId()
  const plotWidth = Math.max(1, width - AXIS_WIDTH)
  const shapes = useMemo(
    () =>
      candleShapes(bars, {
        width: plotWidth,
        priceHeight: PRICE_HEIGHT,
        volumeHeight: VOLUME_HEIGHT,
      }),
    [bars, plotWidth],
  )
  const newest = bars.length - 1
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setCursor(null)
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    setCursor(Math.max(0, Math.min(newest, (cursor ?? newest) + step)))
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    setCursor(Math.max(0, Math.min(newest, Math.floor(x / shapes.step))))
  }
  const [first, last] = [bars[0], bars.at(-1)]
  if (first === undefined || last === undefined)
    return <div className="empty">No bars in this range.</div>
  const height = PRICE_HEIGHT + VOLUME_HEIGHT + AXIS_HEIGHT
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption id={id} className="for-readers">
        {label}, {dayText(first.sec)} to {dayText(last.sec)}, {bars.length} bars.
      </figcaption>
      <CandleReadout bar={bars[cursor ?? newest] ?? last} before={bars[(cursor ?? newest) - 1]} />
      <div
        ref={host}
        role="img"
        aria-label={`${label}. Arrow keys read it.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a chart is read bar by bar by keys
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setCursor(null)}
      >
        <svg className="candles" width={width} height={height} aria-hidden="true">
          {shapes.values.map(({ y, value }) => (
            <g key={value}>
              <path className="grid" d={`M0 ${Math.round(y) + 0.5}H${plotWidth}`} />
              <text x={plotWidth + 6} y={y + 4}>
                {price(value)}
              </text>
            </g>
          ))}
          {shapes.dates.map(({ x, label: text }) => (
            <text key={x} x={x} y={height - 6}>
              {text}
            </text>
          ))}
          <path className="wick-up" d={shapes.upWicks} />
          <path className="wick-down" d={shapes.downWicks} />
          <path className="body-up" d={shapes.up} />
          <path className="body-down" d={shapes.down} />
          <path className="volume-up" d={shapes.upVolume} />
          <path className="volume-down" d={shapes.downVolume} />
          {cursor !== null && (
            <path
              className="cursor"
              d={`M${(cursor + 0.5) * shapes.step} 0V${PRICE_HEIGHT + VOLUME_HEIGHT}`}
            />
          )}
        </svg>
      </div>
      <footer className="chart-foot">
        <CandleActions
          label={label}
          bars={bars}
          isTable={isTable}
          onTable={() => setIsTable(!isTable)}
        />
      </footer>
      {isTable && <CandleTable label={label} bars={bars} />}
    </figure>
  )
}
