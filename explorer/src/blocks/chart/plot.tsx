import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { readColors } from './colors.ts'
import type { ChartKind, Prepared } from './prepare.ts'
import { timeTicks } from './ticks.ts'

/** A vertical line with a word, such as a hack or an unlock. */
export interface Annotation {
  readonly sec: number
  readonly text: string
}

/** A point that is not plainly measured; shape first, colour second. */
export interface Mark {
  readonly sec: number
  readonly quality: 'held' | 'carried' | 'revised' | 'backfilled' | 'disputed'
}

export interface PlotProps {
  readonly prepared: Prepared
  readonly kind: ChartKind
  readonly height: number
  readonly hidden: ReadonlySet<string>
  /** Names to draw in full colour; others are grey while any is set. */
  readonly focused: string | null
  readonly annotations: readonly Annotation[]
  readonly marks: readonly Mark[]
  /** Series under this index are compared with and drawn dashed. */
  readonly dashed: ReadonlySet<string>
  readonly theme: string
  readonly cursor: number | null
  write(value: number): string
  onCursor(index: number | null): void
  onZoom(fromSec: number, toSec: number): void
}

const AXIS_WIDTH = 56
const AXIS_HEIGHT = 26
const LINE_WIDTH = 1.6
const MIN_DRAG_PX = 6

/** The canvas. It is made anew when its series, kind or theme change, and only moved otherwise. */
export function Plot(props: PlotProps) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const latest = useRef(props)
  latest.current = props
  const { prepared, kind, height, theme, hidden, focused, cursor, annotations, marks } = props

  // biome-ignore lint/correctness/useExhaustiveDependencies: callbacks are read from `latest`
  useEffect(() => {
    const element = host.current
    if (element === null) return
    const made = new uPlot(
      optionsOf(latest, element.clientWidth),
      dataOf(latest.current.prepared),
      element,
    )
    plot.current = made
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0)
      if (width > 0 && width !== made.width) made.setSize({ width, height: made.height })
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.destroy()
      plot.current = null
    }
  }, [prepared, kind, height, theme])

  // biome-ignore lint/correctness/useExhaustiveDependencies: these are read from `latest`
  useEffect(() => {
    const made = plot.current
    if (made === null) return
    for (const [index, name] of prepared.names.entries())
      made.setSeries(seriesIndex(prepared, index), { show: !hidden.has(name) }, false)
    made.redraw(false)
  }, [hidden, focused, annotations, marks])

  useEffect(() => {
    const made = plot.current
    if (made === null) return
    if (cursor === null) made.setCursor({ left: -10, top: -10 }, false)
    else made.setCursor({ left: made.valToPos(prepared.times[cursor] ?? 0, 'x'), top: 0 }, false)
  }, [cursor, prepared])

  return <div ref={host} className="plot" />
}

/** The tallest layer is drawn first, so that lower ones lie over it. */
function seriesIndex({ isStacked, names }: Prepared, index: number): number {
  return isStacked ? names.length - index : index + 1
}

function dataOf({ times, drawn, isStacked }: Prepared): uPlot.AlignedData {
  const layers = isStacked ? drawn.toReversed() : drawn
  return [times, ...layers] as unknown as uPlot.AlignedData
}

function optionsOf(latest: { current: PlotProps }, width: number): uPlot.Options {
  const { prepared, kind, height } = latest.current
  const colors = readColors()
  const names = prepared.isStacked ? prepared.names.toReversed() : prepared.names
  const bars = uPlot.paths.bars?.({ size: [0.75, Number.POSITIVE_INFINITY] })
  return {
    width,
    height,
    padding: [8, 0, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      points: { show: false },
      drag: { x: true, y: false, setScale: false },
      focus: { prox: -1 },
    },
    scales: {
      x: {
        time: true,
        range: (_, low, high) => roomForBars(low, high, kind === 'bar' ? prepared.times : []),
      },
      y: {
        distr: prepared.isLogarithmic ? 3 : 1,
        range: (_, low, high) => rangeOf(low, high, prepared.isLogarithmic),
      },
    },
    axes: [timeAxis(colors), valueAxis(colors, latest)],
    series: [
      {},
      ...names.map((name, index): uPlot.Series => {
        const place = prepared.isStacked ? names.length - 1 - index : index
        const color = () => colorOf(latest.current, name, place)
        return {
          label: name,
          stroke: prepared.isStacked ? colors.paper : color,
          width: prepared.isStacked ? 0.7 : LINE_WIDTH,
          ...(latest.current.dashed.has(name) ? { dash: [4, 4] } : {}),
          ...(prepared.isStacked || kind === 'bar' ? { fill: color } : {}),
          ...(kind === 'bar' && bars !== undefined ? { paths: bars, width: 0 } : {}),
          points: { show: false },
          spanGaps: false,
        }
      }),
    ],
    hooks: {
      setCursor: [
        (self) => {
          const { idx } = self.cursor
          latest.current.onCursor(idx ?? null)
        },
      ],
      setSelect: [
        (self) => {
          const { left, width: dragged } = self.select
          if (dragged < MIN_DRAG_PX) return
          latest.current.onZoom(self.posToVal(left, 'x'), self.posToVal(left + dragged, 'x'))
          self.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false)
        },
      ],
      draw: [(self) => drawNotes(self, latest.current)],
    },
  }
}

/** Half a step at each end, so that the outer bars are whole. */
function roomForBars(low: number, high: number, times: readonly number[]): uPlot.Range.MinMax {
  const half = times.length < 2 ? 0 : (high - low) / (times.length - 1) / 2
  return [low - half, high + half]
}

function rangeOf(
  low: number | null,
  high: number | null,
  isLogarithmic: boolean,
): uPlot.Range.MinMax {
  if (low === null || high === null) return [0, 1]
  if (isLogarithmic) return [low, high]
  const top = Math.max(0, high)
  const bottom = Math.min(0, low)
  return [bottom, top === bottom ? bottom + 1 : top + (top - bottom) * 0.05]
}

function colorOf({ focused, prepared }: PlotProps, name: string, place: number): string {
  const colors = readColors()
  if (focused !== null && focused !== name) return colors.rest
  const palette = prepared.isStacked ? colors.ramp : colors.lines
  return palette[place] ?? colors.rest
}

function timeAxis(colors: ReturnType<typeof readColors>): uPlot.Axis {
  return {
    size: AXIS_HEIGHT,
    stroke: colors.label,
    font: colors.font,
    grid: { show: false },
    ticks: { show: false },
    splits: (self, _, low, high) =>
      timeTicks(low, high, self.bbox.width / devicePixelRatio).map(({ sec }) => sec),
    values: (self, splits) => {
      const low = self.scales.x?.min ?? 0
      const high = self.scales.x?.max ?? 0
      const labels = new Map(
        timeTicks(low, high, self.bbox.width / devicePixelRatio).map(({ sec, label }) => [
          sec,
          label,
        ]),
      )
      return splits.map((sec) => labels.get(sec) ?? '')
    },
  }
}

function valueAxis(
  colors: ReturnType<typeof readColors>,
  latest: { current: PlotProps },
): uPlot.Axis {
  return {
    side: 1,
    size: AXIS_WIDTH,
    stroke: colors.label,
    font: colors.font,
    grid: { stroke: colors.grid, width: 1 },
    ticks: { show: false },
    gap: 4,
    values: (_, splits) =>
      splits.map((value) => (value === null ? '' : latest.current.write(value))),
  }
}

/** Lines of events, and shapes where points are not plainly measured. */
function drawNotes(self: uPlot, { annotations, marks, prepared }: PlotProps): void {
  const { ctx, bbox } = self
  const colors = readColors()
  ctx.save()
  ctx.font = colors.font
  ctx.fillStyle = colors.label
  ctx.strokeStyle = colors.rule
  for (const { sec, text } of annotations) {
    const x = Math.round(self.valToPos(sec, 'x', true))
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
    ctx.fillText(text.slice(0, 24), x + 4, bbox.top + 10 * devicePixelRatio)
  }
  const places = new Map(prepared.times.map((sec, index) => [sec, index]))
  for (const { sec, quality } of marks) {
    const index = places.get(sec)
    const value = index === undefined ? null : prepared.drawn[0]?.[index]
    if (value === null || value === undefined) continue
    drawMark(ctx, quality, self.valToPos(sec, 'x', true), self.valToPos(value, 'y', true))
  }
  ctx.restore()
}

function drawMark(
  ctx: CanvasRenderingContext2D,
  quality: Mark['quality'],
  x: number,
  y: number,
): void {
  const size = 3.5 * devicePixelRatio
  const colors = readColors()
  ctx.beginPath()
  if (quality === 'held' || quality === 'disputed') {
    ctx.fillStyle = colors.held
    ctx.fillRect(x - size, y - size, size * 2, size * 2)
    return
  }
  if (quality === 'revised') {
    ctx.fillStyle = colors.revised
    ctx.moveTo(x, y - size * 1.3)
    ctx.lineTo(x + size * 1.3, y)
    ctx.lineTo(x, y + size * 1.3)
    ctx.lineTo(x - size * 1.3, y)
    ctx.fill()
    return
  }
  ctx.strokeStyle = colors.held
  ctx.setLineDash([2 * devicePixelRatio, 2 * devicePixelRatio])
  ctx.arc(x, y, size, 0, Math.PI * 2)
  ctx.stroke()
  ctx.setLineDash([])
}
