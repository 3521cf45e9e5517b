import type uPlot from 'uplot'
import { type ChartColors, readColors } from './colors.ts'
import { type TimeTick, timeTicks } from './ticks.ts'

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

export function valueAxis(colors: ChartColors, write: (value: number) => string): uPlot.Axis {
  return {
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
