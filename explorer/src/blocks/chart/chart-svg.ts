import { bandPath } from '../../lib/confidence-band.ts'
import { knownRuns, type Value } from '../../lib/series.ts'
import { utcText } from '../../lib/writing.ts'
import { type ImageOptions, imageSvg } from '../export/picture.ts'
import { areaOf, bandColor, type ChartColors, colorOf, paintOrder } from './colors.ts'
import { aroundOf, type Drawing, placeLabels, topAt } from './notes.ts'
import type { Layer, Prepared } from './prepare.ts'
import { escapeXml, type Frame, hatchPath, markPath, tenth } from './shapes.ts'
import { logTicks, ticks, timeTicks } from './ticks.ts'

export interface SvgOptions extends ImageOptions {
  readonly colors: ChartColors
  write(value: number): string
}

const TITLE_HEIGHT = 36
const NAMES_HEIGHT = 18
const BOTTOM = 46
const RIGHT = 70
const LEFT = 14
const LETTER_PX = 6.2
const TICKS = 6

/** A chart as an image of its own: what is on the screen, with title and origin. */
export function chartSvg(drawing: Drawing, options: SvgOptions): string {
  const { colors, write } = options
  const { prepared } = drawing
  const legend = legendOf(prepared, options)
  const { frame, steps } = frameOf(prepared, options, TITLE_HEIGHT + legend.height)
  const lines = steps.map(
    (value) =>
      `<path d="M${frame.left} ${tenth(frame.y(value))}H${frame.right}" stroke="${colors.grid}"/>` +
      `<text x="${frame.right + 6}" y="${tenth(frame.y(value) + 4)}">${escapeXml(write(value))}</text>`,
  )
  const first = prepared.times[0] ?? 0
  const labels = timeTicks(first, prepared.times.at(-1) ?? first, frame.right - frame.left).map(
    ({ sec, label, isYear }) =>
      `<text x="${tenth(frame.x(sec))}" y="${frame.bottom + 16}" text-anchor="middle"${isYear ? ' font-weight="600"' : ''}>${label}</text>`,
  )
  return imageSvg(
    [
      legend.svg,
      ...lines,
      groundOf(drawing, frame, colors),
      ...paintOrder(prepared).map((layer) => layerOf(layer, drawing, frame, colors)),
      notesOf(drawing, frame, colors),
      ...labels,
    ].join(''),
    options,
  )
}

function frameOf(prepared: Prepared, { width, height }: SvgOptions, top: number) {
  const { times, layers, isLogarithmic, isBars } = prepared
  const known = layers.flatMap(({ drawn }) => drawn.filter((value) => value !== null))
  const low = known.reduce((a, b) => Math.min(a, b), isLogarithmic ? Number.MAX_VALUE : 0)
  const high = known.reduce((a, b) => Math.max(a, b), isLogarithmic ? Number.MIN_VALUE : 0)
  const steps = isLogarithmic
    ? logTicks(low, high)
    : ticks(low, high === low ? low + 1 : high, TICKS)
  const from = Math.min(low, steps[0] ?? low)
  const to = Math.max(high, steps.at(-1) ?? high)
  const place = (value: number) => (isLogarithmic ? Math.log10(value) : value)
  const [left, right, bottom] = [LEFT, width - RIGHT, height - BOTTOM]
  const first = times[0] ?? 0
  const span = (times.at(-1) ?? first) - first
  // Half a step at each end, so that the outer bars are whole.
  const room = isBars ? (right - left) / Math.max(1, times.length) / 2 : 0
  const rise = place(to) - place(from)
  const frame: Frame = {
    left,
    right,
    top,
    bottom,
    x: (sec) => left + room + (span === 0 ? 0.5 : (sec - first) / span) * (right - left - 2 * room),
    y: (value) =>
      bottom - (rise === 0 ? 0.5 : (place(value) - place(from)) / rise) * (bottom - top),
  }
  return { frame, steps }
}

function layerOf(
  layer: Layer,
  { prepared, strokes }: Drawing,
  frame: Frame,
  colors: ChartColors,
): string {
  const { times, isStacked, isBars } = prepared
  const color = colorOf(layer, prepared, colors)
  const name = `<title>${escapeXml(layer.name)}</title>`
  if (isBars && layer.look === 'main') {
    const width = Math.max(1, ((frame.right - frame.left) / times.length) * 0.75)
    const bars = knownRuns(layer.drawn)
      .flat()
      .map(([place, value]) => {
        const left = tenth(frame.x(times[place] ?? 0) - width / 2)
        const foot = tenth(frame.y(0))
        return `M${left} ${foot}V${tenth(frame.y(value))}h${tenth(width)}V${foot}z`
      })
    return `<path d="${bars.join('')}" fill="${color}">${name}</path>`
  }
  const kind = strokes.get(layer.name)
  const line = lineOf(times, layer.drawn, frame, kind === 'stepped')
  const isLayer = isStacked && layer.look === 'main'
  const dash = layer.look === 'ghost' || kind === 'dashed' ? ' stroke-dasharray="4 4"' : ''
  const stroke = isLayer
    ? `stroke="${colors.paper}" stroke-width=".6"`
    : `stroke="${color}" stroke-width="1.6"${dash}`
  const area = areaOf(layer, prepared, color)
  const under = area === null ? '' : `<path d="${areasOf(times, layer, frame)}" fill="${area}"/>`
  return `${under}<path d="${line}" fill="none" ${stroke}>${name}</path>`
}

/** The areas between the known parts of a line and 0. */
function areasOf(times: readonly number[], { drawn }: Layer, { x, y }: Frame): string {
  const at = (place: number, value: number) => `${tenth(x(times[place] ?? 0))} ${tenth(y(value))}`
  return knownRuns(drawn)
    .map((run) => {
      const edge = run.map(([place, value]) => at(place, value))
      return `M${[at(run[0]?.[0] ?? 0, 0), ...edge, at(run.at(-1)?.[0] ?? 0, 0)].join('L')}Z`
    })
    .join('')
}

/** The line of the known values; it breaks where one is missing. */
export function lineOf(
  times: readonly number[],
  values: readonly Value[],
  { x, y }: Pick<Frame, 'x' | 'y'>,
  isStepped = false,
): string {
  return knownRuns(values)
    .flat()
    .map(([place, value], index, all) => {
      const isOpen = all[index - 1]?.[0] === place - 1
      const [across, up] = [tenth(x(times[place] ?? 0)), tenth(y(value))]
      return isOpen && isStepped ? `H${across}V${up}` : `${isOpen ? 'L' : 'M'}${across} ${up}`
    })
    .join('')
}

/** Names with their colours under the title, in rows; a single line needs none. */
function legendOf(prepared: Prepared, { width, colors }: SvgOptions) {
  if (prepared.layers.length < 2) return { svg: '', height: 0 }
  let [x, row] = [LEFT, 0]
  const parts = prepared.layers.map((layer) => {
    const size = 22 + layer.name.length * LETTER_PX
    if (x + size > width - LEFT && x > LEFT) [x, row] = [LEFT, row + 1]
    const [at, y] = [x, TITLE_HEIGHT + 10 + row * NAMES_HEIGHT]
    x += size
    return `<rect x="${tenth(at)}" y="${y - 9}" width="9" height="9" rx="2" fill="${colorOf(layer, prepared, colors)}"/><text x="${tenth(at + 14)}" y="${y}">${escapeXml(layer.name)}</text>`
  })
  return { svg: parts.join(''), height: (row + 1) * NAMES_HEIGHT }
}

export interface Origin {
  readonly url: string
  readonly isDemo: boolean
  readonly asOf: string | null
  readonly nowSec: number
}

/** Source, timestamp and URL. */
export function captionOf({ url, isDemo, asOf, nowSec }: Origin): string {
  const timestamp = asOf === null ? `as known ${utcText(nowSec)}` : `as known at ${asOf}`
  return [isDemo ? 'Almanac, demo data' : 'Almanac', timestamp, url].join(' · ')
}

const MARK_SIZE = 3.5
const ROW_HEIGHT = 12

/** Under the lines of an image: tints and hatches. */
export function groundOf(drawing: Drawing, frame: Frame, colors: ChartColors): string {
  const { prepared, gaps, revisedSecs, band } = drawing
  const clamp = (x: number) => Math.max(frame.left, Math.min(frame.right, x))
  const tints = revisedSecs.map((sec) => {
    const [from, to] = aroundOf(prepared.times, sec)
    const left = clamp(frame.x(from))
    const width = Math.max(1, clamp(frame.x(to)) - left)
    return `<rect x="${tenth(left)}" y="${frame.top}" width="${tenth(width)}" height="${frame.bottom - frame.top}" fill="${colors.revisedPaper}"/>`
  })
  const hatches = gaps.map(([from, to]) => {
    const edges = { ...frame, left: clamp(frame.x(from)), right: clamp(frame.x(to)) }
    return `<path d="${hatchPath(edges)}" stroke="${colors.hatch}" stroke-width=".8"/>`
  })
  const around =
    band === undefined
      ? ''
      : `<path d="${bandPath(prepared.times, band, frame.x, frame.y)}" fill="${bandColor(colors)}"/>`
  return [...tints, ...hatches, around].join('')
}

/** Over the lines of an image: events and marks. */
export function notesOf(drawing: Drawing, frame: Frame, colors: ChartColors): string {
  const notes = drawing.annotations.map(({ sec, text }) => ({ x: frame.x(sec), text }))
  const events = placeLabels(notes, frame.left, frame.right).map(({ x, text, row, isLeft }) => {
    const line = `<path d="M${tenth(x)} ${frame.top}V${frame.bottom}" stroke="${colors.rule}"/>`
    if (row === null) return line
    const anchor = isLeft ? ' text-anchor="end"' : ''
    const place = `x="${tenth(x + (isLeft ? -4 : 4))}" y="${frame.top + (row + 1) * ROW_HEIGHT}"`
    return `${line}<text ${place}${anchor} fill="${colors.label}">${escapeXml(text)}</text>`
  })
  const marks = drawing.marks.map(({ sec, shape, words }) => {
    const top = topAt(drawing.prepared, sec)
    if (top === null) return ''
    const path = markPath(shape, frame.x(sec), frame.y(top), MARK_SIZE)
    const isRing = shape === 'carried'
    const look = isRing
      ? `fill="${colors.paper}" stroke="${colors.held}" stroke-width="1.5"`
      : `fill="${colors[shape]}" stroke="${colors.paper}"`
    return `<path d="${path}" ${look}><title>${escapeXml(words)}</title></path>`
  })
  return [...events, ...marks].join('')
}
