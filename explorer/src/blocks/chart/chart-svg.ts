import type { Value } from '../../lib/series.ts'
import { dayText } from '../../lib/times.ts'
import type { Prepared } from './prepare.ts'
import { ticks, timeTicks } from './ticks.ts'

export interface SvgOptions {
  readonly width: number
  readonly height: number
  readonly title: string
  /** Source, moment and address, set below the plot. */
  readonly caption: string
  readonly kind: 'line' | 'bar'
  readonly colors: readonly string[]
  readonly ink: string
  readonly paper: string
  readonly grid: string
  write(value: number): string
}

const TOP = 44
const BOTTOM = 44
const RIGHT = 70
const LEFT = 12

/** A chart as an image of its own: what is on the screen, with title and origin. */
export function chartSvg(prepared: Prepared, options: SvgOptions): string {
  const { width, height, title, caption, ink, paper, grid, write } = options
  const known = prepared.drawn.flat().filter((value): value is number => value !== null)
  const high = Math.max(0, ...known)
  const low = Math.min(0, ...known)
  const steps = ticks(low, high === low ? low + 1 : high)
  const top = Math.max(high, steps.at(-1) ?? high)
  const plotWidth = width - LEFT - RIGHT
  const plotHeight = height - TOP - BOTTOM
  const first = prepared.times[0] ?? 0
  const span = (prepared.times.at(-1) ?? first) - first
  const x = (sec: number) => LEFT + (span === 0 ? 0.5 : (sec - first) / span) * plotWidth
  const y = (value: number) => TOP + plotHeight - ((value - low) / (top - low || 1)) * plotHeight
  const lines = steps.map(
    (value) =>
      `<path d="M${LEFT} ${round(y(value))}H${LEFT + plotWidth}" stroke="${grid}"/>` +
      `<text x="${LEFT + plotWidth + 6}" y="${round(y(value) + 4)}">${escapeXml(write(value))}</text>`,
  )
  const labels = timeTicks(first, first + span, plotWidth).map(
    ({ sec, label }) =>
      `<text x="${round(x(sec))}" y="${TOP + plotHeight + 16}" text-anchor="middle">${label}</text>`,
  )
  const paths = pathsOf(prepared, options, { x, y })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Helvetica, Arial, sans-serif" font-size="11" fill="${ink}">` +
    `<rect width="100%" height="100%" fill="${paper}"/><text x="${LEFT}" y="24" font-size="16">${escapeXml(title)}</text>` +
    `${lines.join('')}${paths.join('')}${labels.join('')}` +
    `<text x="${LEFT}" y="${height - 10}">${escapeXml(caption)}</text></svg>`
  )
}

function pathsOf(
  { times, drawn, isStacked, names }: Prepared,
  { kind, colors, paper }: SvgOptions,
  { x, y }: { x(sec: number): number; y(value: number): number },
): string[] {
  const shapes = drawn.map((values, index) => {
    const color = colors[index % colors.length] ?? '#000'
    const name = `<title>${escapeXml(names[index] ?? '')}</title>`
    if (kind === 'bar') {
      const width = Math.max(1, (x(times.at(-1) ?? 0) - x(times[0] ?? 0)) / times.length - 1)
      const bars = points(times, values).map(
        ([sec, value]) =>
          `M${round(x(sec) - width / 2)} ${round(y(0))}V${round(y(value))}h${round(width)}V${round(y(0))}z`,
      )
      return `<path d="${bars.join('')}" fill="${color}">${name}</path>`
    }
    if (!isStacked)
      return `<path d="${lineOf(times, values, x, y)}" fill="none" stroke="${color}" stroke-width="1.6">${name}</path>`
    const all = points(times, values)
    const [from, to] = [all[0]?.[0], all.at(-1)?.[0]]
    if (from === undefined || to === undefined) return ''
    const area = `${lineOf(times, values, x, y)}L${round(x(to))} ${round(y(0))}H${round(x(from))}z`
    return `<path d="${area}" fill="${color}" stroke="${paper}" stroke-width=".6">${name}</path>`
  })
  // The tallest layer of a stack lies at the back.
  return isStacked ? shapes.reverse() : shapes
}

/** The line of the known values; it breaks where one is missing. */
export function lineOf(
  times: readonly number[],
  values: readonly Value[],
  x: (sec: number) => number,
  y: (value: number) => number,
): string {
  let isOpen = false
  return times
    .map((sec, index) => {
      const value = values[index]
      if (value === null || value === undefined) {
        isOpen = false
        return ''
      }
      const step = `${isOpen ? 'L' : 'M'}${round(x(sec))} ${round(y(value))}`
      isOpen = true
      return step
    })
    .join('')
}

function points(times: readonly number[], values: readonly Value[]): [number, number][] {
  return times.flatMap((sec, index): [number, number][] => {
    const value = values[index]
    return value === null || value === undefined ? [] : [[sec, value]]
  })
}

export function captionOf(address: string, asOf: string | null, nowSec: number): string {
  return `${address} · ${asOf === null ? `as known ${dayText(nowSec)}` : `as known at ${asOf}`} · Almanac`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
