import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { areaOf, colorOf, paintOrder, readColors } from './colors.ts'
import { boldYears, drawGround, drawNotes, timeAxis, valueAxis } from './draw.ts'
import type { Drawing } from './notes.ts'
import type { Layer, Prepared } from './prepare.ts'

interface PlotProps {
  readonly drawing: Drawing
  readonly height: number
  /** Whether it takes the height that its surroundings leave instead. */
  readonly isFluid: boolean
  /** Name to draw in full colour; others are grey while any is set. */
  readonly focused: string | null
  readonly theme: string
  readonly cursor: number | null
  write(value: number): string
  onCursor(index: number | null): void
  onZoom(fromSec: number, toSec: number): void
}

/** The canvas. It is made anew when its series, kind or theme change, and only moved otherwise. */
export function Plot(props: PlotProps) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const latest = useRef(props)
  latest.current = props
  const { drawing, height, theme, focused, cursor } = props
  const { prepared, marks, annotations, band } = drawing

  // biome-ignore lint/correctness/useExhaustiveDependencies: callbacks are read from `latest`
  useEffect(() => {
    const element = host.current
    if (element === null) return
    const made = new uPlot(plotOptions(latest, element.clientWidth), dataOf(prepared), element)
    plot.current = made
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0)
      const fluid = Math.floor(entry?.contentRect.height ?? 0)
      const next = { width, height: latest.current.isFluid && fluid > 0 ? fluid : made.height }
      if (width > 0 && (width !== made.width || next.height !== made.height)) made.setSize(next)
    })
    observer.observe(element)
    // A finger that moves sideways reads; the library itself follows the mouse alone.
    const onTouch = (event: PointerEvent) => {
      if (event.pointerType !== 'touch') return
      const left = event.clientX - made.over.getBoundingClientRect().left
      made.setCursor({ left, top: 0 })
    }
    element.addEventListener('pointermove', onTouch)
    return () => {
      element.removeEventListener('pointermove', onTouch)
      observer.disconnect()
      made.destroy()
      plot.current = null
    }
  }, [prepared, height, theme])

  // biome-ignore lint/correctness/useExhaustiveDependencies: these are read from `latest`
  useEffect(() => plot.current?.redraw(false), [focused, annotations, marks, band])

  useEffect(() => {
    const made = plot.current
    if (made === null) return
    if (cursor === null) made.setCursor({ left: -10, top: -10 }, false)
    else made.setCursor({ left: made.valToPos(prepared.times[cursor] ?? 0, 'x'), top: 0 }, false)
  }, [cursor, prepared])

  // Its height is there before the canvas: what is below does not jump.
  return <div ref={host} className="plot" style={{ minHeight: height }} />
}

function dataOf(prepared: Prepared): uPlot.AlignedData {
  const lines = paintOrder(prepared).map(({ drawn }) => [...drawn])
  return [[...prepared.times], ...lines]
}

const LINE_WIDTH = 1.6
const OVERLAY_WIDTH = 1.3
const LAYER_WIDTH = 0.7
const MIN_DRAG_PX = 6
const DASH = [4, 4]

type Latest = { current: PlotProps }

function plotOptions(latest: Latest, width: number): uPlot.Options {
  const { drawing, height } = latest.current
  const { prepared } = drawing
  const colors = readColors()
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
        range: (_, low, high) => roomForBars(low, high, prepared.isBars ? prepared.times : []),
      },
      y: {
        distr: prepared.isLogarithmic ? 3 : 1,
        range: (_, low, high) => rangeOf(low, high, prepared.isLogarithmic),
      },
    },
    axes: [
      timeAxis(colors),
      valueAxis(colors, prepared.isLogarithmic, (value) => latest.current.write(value)),
    ],
    series: [{}, ...paintOrder(prepared).map((layer) => seriesOf(layer, latest))],
    hooks: {
      setCursor: [(self) => latest.current.onCursor(self.cursor.idx ?? null)],
      setSelect: [
        (self) => {
          const { left, width: dragged } = self.select
          if (dragged < MIN_DRAG_PX) return
          latest.current.onZoom(self.posToVal(left, 'x'), self.posToVal(left + dragged, 'x'))
          self.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false)
        },
      ],
      drawClear: [(self) => drawGround(self, latest.current.drawing)],
      drawAxes: [boldYears],
      draw: [(self) => drawNotes(self, latest.current.drawing)],
    },
  }
}

function seriesOf(layer: Layer, latest: Latest): uPlot.Series {
  const { prepared, strokes } = latest.current.drawing
  const color = () => colorOf(layer, prepared, readColors(), latest.current.focused)
  const isLayer = prepared.isStacked && layer.look === 'main'
  const isBar = prepared.isBars && layer.look === 'main'
  const stroke = strokes.get(layer.name)
  const hasArea = areaOf(layer, prepared, color()) !== null
  return {
    label: layer.name,
    stroke: isLayer ? readColors().paper : color,
    width: isBar ? 0 : isLayer ? LAYER_WIDTH : layer.look === 'main' ? LINE_WIDTH : OVERLAY_WIDTH,
    ...(layer.look === 'ghost' || stroke === 'dashed' ? { dash: DASH } : {}),
    ...(hasArea ? { fill: () => areaOf(layer, prepared, color()) ?? color() } : {}),
    ...pathsOf(isBar ? 'bar' : stroke),
    points: { show: false },
    spanGaps: false,
  }
}

function pathsOf(kind: string | undefined): Pick<uPlot.Series, 'paths'> {
  const { bars, stepped } = uPlot.paths
  if (kind === 'bar' && bars) return { paths: bars({ size: [0.75, Number.POSITIVE_INFINITY] }) }
  return kind === 'stepped' && stepped ? { paths: stepped({ align: 1 }) } : {}
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
