import { DAY_SEC, isoText, monthName } from '../../lib/writing.ts'
import { ticks } from '../chart/ticks.ts'

/** A price bar, oldest first in a list of them. */
export interface Bar {
  readonly sec: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number | null
}

export interface CandleSize {
  readonly width: number
  /** Of the prices; volumes are below. */
  readonly priceHeight: number
  readonly volumeHeight: number
}

export interface CandleShapes {
  /** Bodies of the bars that closed at or above their opening, and of the others. */
  readonly up: string
  readonly down: string
  /** Lines from low to high. */
  readonly upWicks: string
  readonly downWicks: string
  readonly upVolume: string
  readonly downVolume: string
  readonly values: readonly { readonly y: number; readonly value: number }[]
  readonly dates: readonly { readonly x: number; readonly label: string }[]
  /** Width of the place of one bar. */
  readonly step: number
}

const BODY_SHARE = 0.7
const MIN_BODY_PX = 1
const MIN_LABEL_PX = 56
const HEADROOM = 0.05

/** The shapes of price bars, one place for each bar, so that nights and weekends take no room. */
export function candleShapes(bars: readonly Bar[], size: CandleSize): CandleShapes {
  const { width, priceHeight, volumeHeight } = size
  const step = bars.length === 0 ? width : width / bars.length
  const low = Math.min(...bars.map((bar) => bar.low))
  const high = Math.max(...bars.map((bar) => bar.high))
  const room = (high - low || Math.abs(high) || 1) * HEADROOM
  const bottom = low - room
  const span = high + room - bottom
  const y = (value: number) => priceHeight - ((value - bottom) / span) * priceHeight
  const largest = Math.max(0, ...bars.map(({ volume }) => volume ?? 0))
  const base = priceHeight + volumeHeight
  const paths = { up: '', down: '', upWicks: '', downWicks: '', upVolume: '', downVolume: '' }
  for (const [index, bar] of bars.entries()) {
    const way = bar.close >= bar.open ? 'up' : 'down'
    const x = (index + 0.5) * step
    const [left, wide] = [x - (step * BODY_SHARE) / 2, step * BODY_SHARE]
    const top = y(Math.max(bar.open, bar.close))
    const tall = Math.max(MIN_BODY_PX, y(Math.min(bar.open, bar.close)) - top)
    paths[way] += box(left, top, wide, tall)
    paths[`${way}Wicks`] += `M${round(x)} ${round(y(bar.high))}V${round(y(bar.low))}`
    const volume = largest > 0 ? ((bar.volume ?? 0) / largest) * volumeHeight : 0
    if (bar.volume !== null && largest > 0)
      paths[`${way}Volume`] += box(left, base - volume, wide, volume)
  }
  return {
    ...paths,
    values:
      bars.length === 0 ? [] : ticks(bottom, high + room).map((value) => ({ y: y(value), value })),
    dates: dateLabels(bars, step),
    step,
  }
}

function box(x: number, y: number, width: number, height: number): string {
  return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`
}

/** A label where a year, month, day or hour begins, as many as there is room for. */
function dateLabels(bars: readonly Bar[], step: number): { x: number; label: string }[] {
  const label = labelFor((bars.at(-1)?.sec ?? 0) - (bars[0]?.sec ?? 0))
  const names = bars.map(({ sec }) => label(sec))
  let free = 0
  return names.flatMap((name, index) => {
    const x = index * step
    if (index === 0 || name === names[index - 1] || x < free) return []
    free = x + MIN_LABEL_PX
    return [{ x, label: name }]
  })
}

/** Months and years of long spans, days or hours of short ones. */
function labelFor(spanSec: number): (sec: number) => string {
  if (spanSec <= 2 * DAY_SEC) return (sec) => `${isoText(sec).slice(11, 13)}:00`
  const isLong = spanSec > 45 * DAY_SEC
  return (sec) => {
    const date = new Date(sec * 1000)
    const month = date.getUTCMonth()
    if (!isLong) return `${date.getUTCDate()} ${monthName(month)}`
    return month === 0 ? String(date.getUTCFullYear()) : monthName(month)
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
