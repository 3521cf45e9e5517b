import { price } from '../../lib/writing.ts'
import type { SvgOptions } from '../chart/chart-svg.ts'
import { escapeXml } from '../chart/shapes.ts'
import { imageSvg } from '../export/picture.ts'
import { type Bar, type CandleShapes, candleShapes } from './candle-shapes.ts'

const TOP = 40
const BOTTOM = 46
const LEFT = 14
const RIGHT = 70
const VOLUME_SHARE = 0.16

/** Price bars as an image of its own: what is on the screen, with title and origin. */
export function candleSvg(bars: readonly Bar[], options: Omit<SvgOptions, 'write'>): string {
  const { width, height, colors } = options
  const plotHeight = height - TOP - BOTTOM
  const volumeHeight = Math.round(plotHeight * VOLUME_SHARE)
  const plotWidth = width - LEFT - RIGHT
  const size = { width: plotWidth, priceHeight: plotHeight - volumeHeight, volumeHeight }
  const shapes = candleShapes(bars, size)
  const parts = [...axesOf(shapes, plotWidth, plotHeight, colors), ...bodiesOf(shapes, colors)]
  return imageSvg(`<g transform="translate(${LEFT} ${TOP})">${parts.join('')}</g>`, options)
}

type Colors = SvgOptions['colors']

function axesOf(shapes: CandleShapes, width: number, height: number, colors: Colors): string[] {
  const values = shapes.values.map(
    ({ y, value }) =>
      `<path d="M0 ${Math.round(y) + 0.5}H${width}" stroke="${colors.grid}"/>` +
      `<text x="${width + 6}" y="${Math.round(y) + 4}">${escapeXml(price(value))}</text>`,
  )
  const dates = shapes.dates.map(
    ({ x, label }) => `<text x="${Math.round(x)}" y="${height + 18}">${escapeXml(label)}</text>`,
  )
  return [...values, ...dates]
}

/** Hollow is up and full is down, as on the screen. */
function bodiesOf(shapes: CandleShapes, { up, down, paper }: Colors): string[] {
  return [
    `<path d="${shapes.upWicks}" stroke="${up}"/>`,
    `<path d="${shapes.downWicks}" stroke="${down}"/>`,
    `<path d="${shapes.up}" fill="${paper}" stroke="${up}"/>`,
    `<path d="${shapes.down}" fill="${down}" stroke="${down}"/>`,
    `<path d="${shapes.upVolume}" fill="${up}" opacity=".35"/>`,
    `<path d="${shapes.downVolume}" fill="${down}" opacity=".35"/>`,
  ]
}
