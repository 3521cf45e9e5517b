import { bandPath } from '../../lib/confidence-band.ts'
import { bandColor, type ChartColors } from './colors.ts'
import { aroundOf, type Drawing } from './drawing.ts'
import { placeLabels, topAt } from './notes.ts'
import { hatchPath, markPath, tenth } from './shapes.ts'
import { escapeXml, type Frame } from './svg-frame.ts'

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
