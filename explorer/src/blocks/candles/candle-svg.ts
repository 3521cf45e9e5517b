import { price } from '../../lib/numbers.ts'
import type { SvgOptions } from '../chart/chart-svg.ts'
import { escapeXml } from '../chart/svg-frame.ts'
import { type Bar, type CandleShapes, candleShapes } from './candle-shapes.ts'

const TOP = 40
const BOTTOM = 46
const LEFT = 14
const RIGHT = 70
const VOLUME_SHARE = 0.16

/** Price bars as an image of its own: what is on the screen, with title and origin. */
export function candleSvg(bars: readonly Bar[], options: Omit<SvgOptions, 'write'>): string {
  const { width, height, scale, title, caption, colors } = options
  const plotHeight = height - TOP - BOTTOM
  const volumeHeight = Math.round(plotHeight * VOLUME_SHARE)
  const plotWidth = width - LEFT - RIGHT
  const size = { width: plotWidth, priceHeight: plotHeight - volumeHeight, volumeHeight }
  const shapes = candleShapes(bars, size)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}" font-family="Helvetica, Arial, sans-serif" font-size="11" fill="${colors.ink}">`,
    `<rect width="100%" height="100%" fill="${colors.paper}"/>`,
    `<text x="${LEFT}" y="24" font-size="16">${escapeXml(title)}</text>`,
    `<g transform="translate(${LEFT} ${TOP})">`,
    ...axesOf(shapes, plotWidth, plotHeight, colors),
    ...bodiesOf(shapes, colors),
    '</g>',
    `<text x="${LEFT}" y="${height - 10}" fill="${colors.label}">${escapeXml(caption)}</text></svg>`,
  ].join('')
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
