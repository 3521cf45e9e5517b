import { type PointerEvent, useMemo, useState } from 'react'
import {
  type LogScale,
  percent,
  placeOf,
  placesOf,
  powersOf,
  rounded,
  scaleOf,
  valueAt,
} from '../../lib/log-scale.ts'
import type { Bounds } from '../../lib/view-state.ts'
import './scatter.css'

const SIDE = 1000
/** Height of the field; the labels of the axis stand below it. */
const FIELD_HEIGHT = 220
const SMALLEST_BRUSH = 0.02

export interface ScatterAxis {
  readonly name: string
  /** Values below are drawn at the edge. */
  readonly least: number
  readonly bounds: Bounds
  write(value: number): string
}

export interface ScatterProps {
  /** What the picture says, for readers of screens. */
  readonly label: string
  readonly points: readonly (readonly [x: number, y: number])[]
  readonly x: ScatterAxis
  readonly y: ScatterAxis
  /** Bounds that were drawn with the pointer. */
  onBrush(x: Bounds, y: Bounds): void
}

interface Corner {
  readonly x: number
  readonly y: number
}

/** One figure against another, both logarithmic; a drawn rectangle sets bounds of both. */
export function Scatter({ label, points, x, y, onBrush }: ScatterProps) {
  const [from, setFrom] = useState<Corner | null>(null)
  const [to, setTo] = useState<Corner | null>(null)
  const [across, up] = useMemo(() => {
    const [xs, ys] = [points.map(([value]) => value), points.map(([, value]) => value)]
    return [scaleOf(xs, x.least), scaleOf(ys, y.least)]
  }, [points, x.least, y.least])
  const dots = useMemo(() => dotsOf(points, across, up), [points, across, up])
  const onUp = () => {
    if (from !== null && to !== null && isBrush(from, to))
      onBrush(between(from.x, to.x, across), between(1 - from.y, 1 - to.y, up))
    setFrom(null)
    setTo(null)
  }
  const drawn = from === null || to === null ? null : areaOf(from, to)
  return (
    <figure className="scatter">
      <svg
        role="img"
        aria-label={label}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setFrom(cornerOf(event))
        }}
        onPointerMove={(event) => from !== null && setTo(cornerOf(event))}
        onPointerUp={onUp}
        onPointerCancel={onUp}
      >
        <svg height={FIELD_HEIGHT} aria-hidden="true">
          <svg viewBox={`0 0 ${SIDE} ${SIDE}`} preserveAspectRatio="none" aria-hidden="true">
            <Bounded x={x.bounds} y={y.bounds} across={across} up={up} />
            <path className="dots" d={dots} />
            {drawn !== null && <rect className="brush" {...drawn} />}
          </svg>
          <Lines y={y} up={up} />
        </svg>
        <Labels x={x} across={across} />
      </svg>
    </figure>
  )
}

function Lines({ y, up }: Pick<ScatterProps, 'y'> & { up: LogScale }) {
  return powersOf(up).map((value) => {
    const top = percent(1 - placeOf(value, up))
    return (
      <g key={value}>
        <line x1="0" x2="100%" y1={top} y2={top} />
        <text x="2" y={top} dy="-3">
          {y.write(value)}
        </text>
      </g>
    )
  })
}

function Labels({ x, across }: Pick<ScatterProps, 'x'> & { across: LogScale }) {
  return powersOf(across)
    .slice(1)
    .map((value) => (
      <text key={value} x={percent(placeOf(value, across))} y="100%" dy="-3" textAnchor="end">
        {x.write(value)}
      </text>
    ))
}

/** What the bounds of both axes leave. */
function Bounded({ x, y, across, up }: { x: Bounds; y: Bounds; across: LogScale; up: LogScale }) {
  if ([x.from, x.to, y.from, y.to].every((limit) => limit === null)) return null
  const [left, right] = placesOf(x, across)
  const [bottom, top] = placesOf(y, up)
  return (
    <rect className="bounded" {...areaOf({ x: left, y: 1 - top }, { x: right, y: 1 - bottom })} />
  )
}

function dotsOf(points: ScatterProps['points'], across: LogScale, up: LogScale): string {
  return points
    .map(([x, y]) => {
      const left = Math.round(placeOf(x, across) * SIDE)
      const top = Math.round((1 - placeOf(y, up)) * SIDE)
      return `M${left} ${top}h0`
    })
    .join('')
}

function cornerOf(event: PointerEvent<SVGSVGElement>): Corner {
  const { left, top, width } = event.currentTarget.getBoundingClientRect()
  const y = (event.clientY - top) / FIELD_HEIGHT
  return { x: (event.clientX - left) / width, y: Math.min(1, y) }
}

function isBrush(from: Corner, to: Corner): boolean {
  return Math.abs(from.x - to.x) > SMALLEST_BRUSH && Math.abs(from.y - to.y) > SMALLEST_BRUSH
}

function between(a: number, b: number, scale: LogScale): Bounds {
  return {
    from: rounded(valueAt(Math.min(a, b), scale)),
    to: rounded(valueAt(Math.max(a, b), scale)),
  }
}

function areaOf(from: Corner, to: Corner) {
  return {
    x: Math.min(from.x, to.x) * SIDE,
    y: Math.min(from.y, to.y) * SIDE,
    width: Math.abs(from.x - to.x) * SIDE,
    height: Math.abs(from.y - to.y) * SIDE,
  }
}
