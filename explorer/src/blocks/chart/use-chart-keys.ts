import type { KeyboardEvent } from 'react'
import { panned, type Zoom, zoomAround } from './zoom.ts'

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -30,
  PageDown: 30,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}
const ZOOMS: Readonly<Record<string, number>> = { '+': 0.5, '=': 0.5, '-': 2, _: 2 }
const PANS: Readonly<Record<string, number>> = { ArrowLeft: -0.5, ArrowRight: 0.5 }

export interface ChartKeysOptions {
  /** Points that are shown, and all of them. */
  readonly times: readonly number[]
  readonly allTimes: readonly number[]
  readonly window: readonly [fromSec: number, toSec: number]
  readonly cursor: number | null
  onCursor(index: number | null): void
  /** `all` shows everything, null goes back to the range. */
  onZoom(zoom: Zoom | 'all' | null): void
}

/** Arrows read a chart; plus, minus and 0 zoom; shift and arrows move it; Escape lets go. */
export function useChartKeys(options: ChartKeysOptions) {
  return (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    if (event.key === 'Escape') return options.onCursor(null)
    if (reads(event, options) || zooms(event, options)) event.preventDefault()
  }
}

function reads({ key, shiftKey }: KeyboardEvent, options: ChartKeysOptions): boolean {
  const step = shiftKey ? undefined : STEPS[key]
  if (step === undefined) return false
  const newest = options.times.length - 1
  options.onCursor(Math.max(0, Math.min(newest, (options.cursor ?? newest) + step)))
  return true
}

function zooms({ key, shiftKey }: KeyboardEvent, options: ChartKeysOptions): boolean {
  const { times, allTimes, window, cursor, onZoom } = options
  const factor = ZOOMS[key]
  const share = shiftKey ? PANS[key] : undefined
  if (key === '0') onZoom(null)
  else if (factor !== undefined) {
    const center = times[cursor ?? times.length - 1]
    const next = center === undefined ? null : zoomAround(allTimes, window, center, factor)
    if (next !== null) onZoom(next)
  } else if (share !== undefined) {
    const next = panned(allTimes, window, share)
    if (next !== null) onZoom(next)
  } else return false
  return true
}
