import type uPlot from 'uplot'
import { bandPath } from '../../lib/confidence-band.ts'
import { bandColor, type ChartColors, colorOf, readColors } from './colors.ts'
import { aroundOf, type Drawing, placeLabels, topAt } from './notes.ts'
import { hatchPath, markPath } from './shapes.ts'
import { logTicks, type TimeTick, timeTicks } from './ticks.ts'

const MARK_PX = 3.5
const DOT_PX = 2.6
const ROW_PX = 12

/** Under the lines: hatches where nothing is known, tints of revised days, the band of confidence. */
export function drawGround(self: uPlot, { prepared, gaps, revisedSecs, band }: Drawing): void {
  const { ctx, bbox } = self
  const colors = readColors()
  const x = (sec: number) =>
    Math.max(bbox.left, Math.min(bbox.left + bbox.width, self.valToPos(sec, 'x', true)))
  ctx.save()
  ctx.fillStyle = colors.revisedPaper
  for (const sec of revisedSecs) {
    const [from, to] = aroundOf(prepared.times, sec).map((edge) => Math.round(x(edge)))
    // Whole points of the screen, so that neighbours leave no seam.
    if (from === undefined || to === undefined) continue
    ctx.fillRect(from, bbox.top, Math.max(1, to - from), bbox.height)
  }
  ctx.strokeStyle = colors.hatch
  ctx.lineWidth = devicePixelRatio * 0.8
  for (const [from, to] of gaps) {
    const edges = { left: x(from), right: x(to), top: bbox.top, bottom: bbox.top + bbox.height }
    ctx.stroke(new Path2D(hatchPath(edges, devicePixelRatio)))
  }
  if (band !== undefined) {
    const plot = new Path2D()
    plot.rect(bbox.left, bbox.top, bbox.width, bbox.height)
    ctx.clip(plot)
    ctx.fillStyle = bandColor(colors)
    const y = (value: number) => self.valToPos(value, 'y', true)
    ctx.fill(new Path2D(bandPath(prepared.times, band, x, y)))
  }
  ctx.restore()
}

/** Over the lines: events, marks, and a dot at the last point. */
export function drawNotes(self: uPlot, drawing: Drawing): void {
  const { ctx } = self
  ctx.save()
  drawDots(self, drawing)
  drawEvents(self, drawing)
  const colors = readColors()
  for (const { sec, shape } of drawing.marks) {
    const top = topAt(drawing.prepared, sec)
    if (top === null) continue
    const [x, y] = [self.valToPos(sec, 'x', true), self.valToPos(top, 'y', true)]
    const path = new Path2D(markPath(shape, x, y, MARK_PX * devicePixelRatio))
    ctx.fillStyle = shape === 'carried' ? colors.paper : colors[shape]
    ctx.strokeStyle = shape === 'carried' ? colors.held : colors.paper
    ctx.lineWidth = (shape === 'carried' ? 1.5 : 1) * devicePixelRatio
    ctx.fill(path)
    ctx.stroke(path)
  }
  ctx.restore()
}

function drawDots(self: uPlot, { prepared }: Drawing): void {
  if (prepared.isStacked || prepared.isBars) return
  const { ctx } = self
  for (const layer of prepared.layers.filter(({ look }) => look === 'main')) {
    const place = layer.drawn.findLastIndex((value) => value !== null)
    const value = layer.drawn[place]
    const sec = prepared.times[place]
    if (value === null || value === undefined || sec === undefined) continue
    ctx.beginPath()
    ctx.fillStyle = colorOf(layer, prepared, readColors())
    const [x, y] = [self.valToPos(sec, 'x', true), self.valToPos(value, 'y', true)]
    ctx.arc(x, y, DOT_PX * devicePixelRatio, 0, Math.PI * 2)
    ctx.fill()
  }
}

function drawEvents(self: uPlot, { annotations }: Drawing): void {
  const { ctx, bbox } = self
  const colors = readColors()
  const ratio = devicePixelRatio
  ctx.font = `${Math.round(11 * ratio)}px ${colors.font.replace(/^\S+ /, '')}`
  ctx.fillStyle = colors.label
  ctx.strokeStyle = colors.rule
  ctx.lineWidth = ratio
  const notes = annotations.map(({ sec, text }) => ({
    x: self.valToPos(sec, 'x', true) / ratio,
    text,
  }))
  const edges = [bbox.left / ratio, (bbox.left + bbox.width) / ratio] as const
  for (const { x, text, row, isLeft } of placeLabels(notes, ...edges)) {
    ctx.beginPath()
    ctx.moveTo(Math.round(x * ratio), bbox.top)
    ctx.lineTo(Math.round(x * ratio), bbox.top + bbox.height)
    ctx.stroke()
    if (row === null) continue
    ctx.textAlign = isLeft ? 'right' : 'left'
    ctx.fillText(text, (x + (isLeft ? -4 : 4)) * ratio, bbox.top + (row + 1) * ROW_PX * ratio)
  }
}

const AXIS_WIDTH = 56
const AXIS_HEIGHT = 26
const LABEL_GAP = 5
const EDGE_PX = 18

export function timeAxis(colors: ChartColors): uPlot.Axis {
  return {
    size: AXIS_HEIGHT,
    stroke: colors.label,
    font: colors.font,
    grid: { show: false },
    ticks: { show: false },
    gap: LABEL_GAP,
    splits: (self) => ticksOf(self).map(({ sec }) => sec),
    // Years are painted by `boldYears`.
    values: (self) => ticksOf(self).map(({ label, isYear }) => (isYear ? '' : label)),
  }
}

/** An axis has one font, so years are painted on top of it. */
export function boldYears(self: uPlot): void {
  const { ctx, bbox } = self
  const colors = readColors()
  ctx.save()
  ctx.font = `600 ${Math.round(11 * devicePixelRatio)}px ${colors.font.replace(/^\S+ /, '')}`
  ctx.fillStyle = colors.ink
  ctx.textAlign = 'center'
  ctx.textBaseline = 'top'
  const y = bbox.top + bbox.height + LABEL_GAP * devicePixelRatio
  for (const { sec, label, isYear } of ticksOf(self))
    if (isYear) ctx.fillText(label, self.valToPos(sec, 'x', true), y)
  ctx.restore()
}

function ticksOf(self: uPlot): TimeTick[] {
  const { min, max } = self.scales.x ?? {}
  if (min == null || max == null) return []
  const width = self.bbox.width / devicePixelRatio
  // A label is centred on its tick: at the very edge half of it would be cut off.
  const edge = min + ((max - min) * EDGE_PX) / width
  return timeTicks(min, max, width).filter(({ sec }) => sec >= edge)
}

export function valueAxis(
  colors: ChartColors,
  isLogarithmic: boolean,
  write: (value: number) => string,
): uPlot.Axis {
  return {
    ...(isLogarithmic ? { splits: (_self, _axis, low, high) => logTicks(low, high) } : {}),
    side: 1,
    size: AXIS_WIDTH,
    stroke: colors.label,
    font: colors.font,
    grid: { stroke: colors.grid, width: 1 },
    ticks: { show: false },
    gap: 4,
    values: (_, splits) => splits.map((value) => (value === null ? '' : write(value))),
  }
}
