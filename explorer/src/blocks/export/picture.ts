import type { ChartColors } from '../chart/colors.ts'
import { escapeXml } from '../chart/shapes.ts'

const LEFT = 14
const TITLE_HEIGHT = 40
const CAPTION_HEIGHT = 36
const IMAGE_WIDTH = 960

/** How much larger an image is than it is drawn. */
export const SCALE = 2

/** What there is across for a drawing; every image is as wide, whatever the screen. */
export const DRAWING_WIDTH = IMAGE_WIDTH - 2 * LEFT

/** The size of an image with a drawing of some height in it. */
export function imageSize(drawingHeight: number) {
  return {
    width: IMAGE_WIDTH,
    height: TITLE_HEIGHT + drawingHeight + CAPTION_HEIGHT,
    scale: SCALE,
  }
}

export interface PictureOptions {
  readonly title: string
  /** Source, timestamp and URL, set below. */
  readonly caption: string
  readonly colors: Pick<ChartColors, 'ink' | 'label' | 'paper'>
}

/** A drawing as an image of its own, with title and origin. */
export function pictureSvg(drawn: string, drawingHeight: number, options: PictureOptions): string {
  return imageSvg(
    `<svg x="${LEFT}" y="${TITLE_HEIGHT}" width="${DRAWING_WIDTH}" height="${drawingHeight}">${drawn}</svg>`,
    { ...imageSize(drawingHeight), ...options },
  )
}

export interface ImageOptions extends PictureOptions {
  readonly width: number
  readonly height: number
  /** How much larger the image is shown than it is drawn. */
  readonly scale: number
}

/** Paper with a title above and the origin below what is drawn. */
export function imageSvg(drawn: string, options: ImageOptions): string {
  const { width, height, scale, title, caption, colors } = options
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}" font-family="Helvetica, Arial, sans-serif" font-size="11" fill="${colors.ink}">`,
    `<rect width="100%" height="100%" fill="${colors.paper}"/>`,
    `<text x="${LEFT}" y="24" font-size="16">${escapeXml(title)}</text>${drawn}`,
    `<text x="${LEFT}" y="${height - 10}" fill="${colors.label}">${escapeXml(caption)}</text></svg>`,
  ].join('')
}
