import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { paintOrder } from './colors.ts'
import type { Drawing } from './drawing.ts'
import { plotOptions } from './plot-options.ts'
import type { Prepared } from './prepare.ts'

export interface PlotProps {
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

  // Its height is there before the canvas: what lies below does not jump.
  return <div ref={host} className="plot" style={{ minHeight: height }} />
}

function dataOf(prepared: Prepared): uPlot.AlignedData {
  const lines = paintOrder(prepared).map(({ drawn }) => drawn)
  return [prepared.times, ...lines] as unknown as uPlot.AlignedData
}
