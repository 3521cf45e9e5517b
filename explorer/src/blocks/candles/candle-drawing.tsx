import { price } from '../../lib/numbers.ts'
import type { CandleShapes } from './candle-shapes.ts'

export interface CandleDrawingProps {
  readonly shapes: CandleShapes
  readonly width: number
  readonly plotWidth: number
  /** Of prices and volumes. */
  readonly plotHeight: number
  /** With the dates below. */
  readonly height: number
  /** Place of the bar that is read. */
  readonly cursor: number | null
}

/** The bars with their axes. */
export function CandleDrawing(props: CandleDrawingProps) {
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
