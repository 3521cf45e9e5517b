import { type PointerEvent, useMemo, useState } from 'react'
import {
  boundsAt,
  logBins,
  percent,
  placeOf,
  placesOf,
  powersOf,
  scaleOf,
} from '../../lib/log-scale.ts'
import type { Bounds } from '../../lib/view-state.ts'
import './strip.css'

const HEIGHT = 44
const LABEL_HEIGHT = 16
const BINS_A_POWER = 6
const SMALLEST_BRUSH = 0.01

export interface StripProps {
  /** What is spread along the axis, such as TVL. */
  readonly name: string
  readonly values: readonly number[]
  /** Smaller values are drawn at the edge. */
  readonly least: number
  readonly bounds: Bounds
  write(value: number): string
  onChange(bounds: Bounds): void
}

/** How many there are of each size, logarithmic; a drawn range or its two ends set bounds. */
export function Strip({ name, values, least, bounds, write, onChange }: StripProps) {
  const [drawn, setDrawn] = useState<readonly [number, number] | null>(null)
  const scale = useMemo(() => scaleOf(values, least), [values, least])
  const count = (powersOf(scale).length - 1) * BINS_A_POWER
  const bars = useMemo(() => barsOf(logBins(values, scale, count)), [values, scale, count])
  const [from, to] = drawn === null ? placesOf(bounds, scale) : drawn.toSorted((a, b) => a - b)
  if (from === undefined || to === undefined) return null
  const onDrawn = () => {
    if (drawn !== null && Math.abs(drawn[0] - drawn[1]) > SMALLEST_BRUSH)
      onChange(boundsAt(drawn[0], drawn[1], scale))
    setDrawn(null)
  }
  const textOf = (limit: number | null) => (limit === null ? 'open' : write(limit))
  return (
    <fieldset className="bin-strip" aria-label={`${name} of ${values.length}, logarithmic`}>
      <svg
        height={HEIGHT + LABEL_HEIGHT}
        aria-hidden="true"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          const at = placeAt(event)
          setDrawn([at, at])
        }}
        onPointerMove={(event) => drawn !== null && setDrawn([drawn[0], placeAt(event)])}
        onPointerUp={onDrawn}
        onPointerCancel={() => setDrawn(null)}
      >
        {(from > 0 || to < 1) && (
          <rect className="chosen" x={percent(from)} width={percent(to - from)} height={HEIGHT} />
        )}
        <svg viewBox={`0 0 ${count} 1`} height={HEIGHT} preserveAspectRatio="none" aria-hidden>
          <path d={bars} />
        </svg>
        {powersOf(scale).map((value) => (
          <text key={value} x={percent(placeOf(value, scale))} y="100%" dy="-2">
            {write(value)}
          </text>
        ))}
      </svg>
      <End
        label={`${name} from`}
        text={textOf(bounds.from)}
        value={from * count}
        max={count}
        onChange={(value) => value < to * count && onChange(boundsAt(value / count, to, scale))}
      />
      <End
        label={`${name} to`}
        text={textOf(bounds.to)}
        value={to * count}
        max={count}
        onChange={(value) => value > from * count && onChange(boundsAt(from, value / count, scale))}
      />
    </fieldset>
  )
}

/** One end of the range, for keys and fingers. */
function End(props: {
  label: string
  text: string
  value: number
  max: number
  onChange(value: number): void
}) {
  const { label, text, value, max, onChange } = props
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={text}
      min={0}
      max={max}
      value={Math.round(value)}
      onChange={(event) => onChange(event.target.valueAsNumber)}
    />
  )
}

function barsOf(bins: readonly number[]): string {
  const most = Math.max(1, ...bins)
  return bins
    .map((size, index) => (size === 0 ? '' : `M${index + 0.06} 1V${1 - size / most}h.88V1z`))
    .join('')
}

function placeAt(event: PointerEvent<SVGSVGElement>): number {
  const { left, width } = event.currentTarget.getBoundingClientRect()
  return Math.min(1, Math.max(0, (event.clientX - left) / width))
}
