import {
  type KeyboardEvent,
  type PointerEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { serviceUrl } from '../../api/origin.ts'
import { useBlockResponse } from '../../api/request.ts'
import { fileName } from '../../lib/export-rows.ts'
import {
  change,
  dayText,
  direction,
  isoText,
  MISSING,
  price,
  shortText,
  shortTimestamp,
} from '../../lib/writing.ts'
import { PointTable } from '../chart/point-table.tsx'
import { POINT_STEPS } from '../chart/read-plot.tsx'
import { Button } from '../controls/button.tsx'
import { ExportMenu } from '../export/export-actions.tsx'
import { SavePicture } from '../export/save-picture.tsx'
import { type Bar, type CandleShapes, candleShapes } from './candle-shapes.ts'
import { candleSvg } from './candle-svg.ts'
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
        <div className="actions">
          <Button aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            View as table
          </Button>
          <CandleExport label={label} bars={bars} />
        </div>
      </footer>
      {isTable && (
        <PointTable label={label} times={bars.map(({ sec }) => sec)} columns={columnsOf(bars)} />
      )}
    </figure>
  )
}

/** The bars with their axes. */
function CandleDrawing(props: {
  shapes: CandleShapes
  width: number
  plotWidth: number
  /** Of prices and volumes. */
  plotHeight: number
  /** With the dates below. */
  height: number
  /** Place of the bar that is read. */
  cursor: number | null
}) {
  const { shapes, width, plotWidth, plotHeight, height, cursor } = props
  return (
    <svg className="candles" width={width} height={height} aria-hidden="true">
      {shapes.values.map(({ y, value }) => (
        <g key={value}>
          <path className="grid" d={`M0 ${Math.round(y) + 0.5}H${plotWidth}`} />
          <text x={plotWidth + 6} y={y + 4}>
            {price(value)}
          </text>
        </g>
      ))}
      {shapes.dates.map(({ x, label }) => (
        <text key={x} x={x} y={height - 6}>
          {label}
        </text>
      ))}
      <path className="wick-up" d={shapes.upWicks} />
      <path className="wick-down" d={shapes.downWicks} />
      <path className="body-up" d={shapes.up} />
      <path className="body-down" d={shapes.down} />
      <path className="volume-up" d={shapes.upVolume} />
      <path className="volume-down" d={shapes.downVolume} />
      {cursor !== null && (
        <path className="cursor" d={`M${(cursor + 0.5) * shapes.step} 0V${plotHeight}`} />
      )}
    </svg>
  )
}

/** The bar that is pointed at, in words; the newest otherwise. */
function CandleReadout({ bar, before }: { bar: Bar; before: Bar | undefined }) {
  const { sec, open, high, low, close, volume } = bar
  const percent =
    before === undefined || before.close === 0 ? null : (close / before.close - 1) * 100
  return (
    <p className="readout" aria-live="polite">
      <b>{shortTimestamp(sec)}</b>
      {Object.entries({ open, high, low }).map(([name, value]) => (
        <span key={name}>
          {name} <b>{price(value)}</b>
        </span>
      ))}
      <span>
        close <b>{price(close)}</b>{' '}
        {percent !== null && <span className={direction(percent)}>{change(percent)}%</span>}
      </span>
      <span>
        volume <b>{volume === null ? MISSING : shortText(volume)}</b>
      </span>
    </p>
  )
}

const FIGURES = [
  ['Open', 'open'],
  ['High', 'high'],
  ['Low', 'low'],
  ['Close', 'close'],
  ['Volume', 'volume'],
] as const

function columnsOf(bars: readonly Bar[]) {
  return FIGURES.map(([name, member]) => ({ name, values: bars.map((bar) => bar[member]) }))
}

/** The bars as a file, an image, or for the clipboard. */
function CandleExport({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const path = useBlockResponse()?.path
  return (
    <ExportMenu
      file={fileName(label)}
      noun="bars"
      rows={() => rowsOf(bars)}
      path={path}
      picture={
        <SavePicture
          title={label}
          url={path && serviceUrl + path}
          svg={(options) => candleSvg(bars, options)}
        />
      }
    />
  )
}

function rowsOf(bars: readonly Bar[]) {
  return {
    head: ['time', ...FIGURES.map(([, member]) => member)],
    rows: bars.map((bar) => [isoText(bar.sec), ...FIGURES.map(([, member]) => bar[member])]),
  }
}

/** A page is a month of trading. */
const STEPS: typeof POINT_STEPS = { ...POINT_STEPS, PageUp: -21, PageDown: 21 }

/** Which of some bars is read, by pointer or keys; null is none. */
function useBarCursor(count: number, stepPx: number) {
  const [cursor, setCursor] = useState<number | null>(null)
  const newest = count - 1
  const move = (index: number) => setCursor(Math.max(0, Math.min(newest, index)))
  return {
    // A shorter range may have left the bar behind.
    cursor: cursor === null ? null : Math.min(cursor, newest),
    handlers: {
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Escape') return setCursor(null)
        const step = STEPS[event.key]
        if (step === undefined) return
        event.preventDefault()
        move((cursor ?? newest) + step)
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const x = event.clientX - event.currentTarget.getBoundingClientRect().left
        move(Math.floor(x / stepPx))
      },
      onPointerLeave: () => setCursor(null),
    },
  }
}

/** The width of an element, followed; the first of both is its `ref`. */
function useWidth(): [ref: (element: HTMLElement | null) => void, width: number] {
  const [host, setHost] = useState<HTMLElement | null>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (host === null) return
    setWidth(host.clientWidth)
    const observer = new ResizeObserver(() => setWidth(host.clientWidth))
    observer.observe(host)
    return () => observer.disconnect()
  }, [host])
  return [setHost, width]
}
