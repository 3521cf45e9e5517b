import type { ReactNode } from 'react'
import { useAsOf, useBlockResponse } from '../../api/request.ts'
import { fileName } from '../../lib/export-rows.ts'
import { captionOf } from '../chart/chart-svg.ts'
import { type ChartColors, readColors } from '../chart/colors.ts'
import { Button } from '../controls/button.tsx'
import { Menu } from './menu.tsx'
import { type ImageOptions, imageSize, pictureSvg, SCALE } from './picture.ts'
import { saveFile } from './save-file.ts'

/** The size of an image of a chart. */
const CHART_SIZE = { width: 960, height: 540, scale: 2 }

/** A drawing with its title and origin as SVG, or as PNG in a size. */
export function SavePicture(props: {
  /** Title of the drawing; the file is named after it. */
  title: string
  /** URL of what is drawn; that of the page where it is left out. */
  url?: string | undefined
  /** Whether the figures are synthetic; as the block around it says where it is left out. */
  isDemo?: boolean
  size?: PngSize
  svg(options: ImageOptions & { readonly colors: ChartColors }): string
}): ReactNode {
  const { title, url, isDemo, size = CHART_SIZE, svg: draw } = props
  const asOf = useAsOf()
  const response = useBlockResponse()
  const file = fileName(title)
  const svg = () => {
    const caption = captionOf({
      url: url ?? window.location.href,
      isDemo: isDemo ?? response?.isDemo ?? false,
      asOf,
      nowSec: Date.now() / 1000,
    })
    return draw({ ...size, title, caption, colors: readColors() })
  }
  return (
    <>
      <Button onClick={() => saveFile(`${file}.svg`, 'image/svg+xml', svg())}>SVG</Button>
      <Button onClick={() => void savePng(`${file}.png`, svg(), size)}>PNG</Button>
    </>
  )
}

interface PngSize {
  readonly width: number
  readonly height: number
  /** Points of the image for each of the drawing. */
  readonly scale: number
}

/** An image of lines as an image of points. */
async function savePng(
  name: string,
  svg: string,
  { width, height, scale }: PngSize,
): Promise<void> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = width * scale
    canvas.height = height * scale
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (blob !== null) saveFile(name, 'image/png', blob)
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** A drawing that is no chart over time as an image, with its title and origin. */
export function ExportPicture(props: {
  /** Title of the drawing; the file is named after it. */
  title: string
  /** Height of the drawing. */
  height: number
  /** What is inside the drawing, as wide as an image has room for. */
  draw(colors: ChartColors): string
}) {
  const { title, height, draw } = props
  return (
    <Menu name="Export">
      {/* The page has the month and the bounds that are drawn in its URL, the response has not. */}
      <SavePicture
        title={title}
        size={imageSize(height)}
        svg={(options) => pictureSvg(draw(options.colors), height, options)}
      />
    </Menu>
  )
}

/** What style sheets say of a shape; an image of its own has none. */
const LOOKS = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-opacity',
  'stroke-width',
  'stroke-linecap',
  'vector-effect',
  'font-size',
  'text-anchor',
  'opacity',
]
const SHAPES = 'circle, line, path, rect, text'

/**
 * What is inside a drawing of the page, with its looks written on each shape. Shares of the width
 * stay shares, so that it fits whatever it is set into.
 */
export function drawnSvg(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const shapes = copy.querySelectorAll(SHAPES)
  for (const [index, shape] of drawing.querySelectorAll(SHAPES).entries()) {
    const style = getComputedStyle(shape)
    for (const look of LOOKS) shapes[index]?.setAttribute(look, style.getPropertyValue(look))
    // Such a line is as wide on every scale, so that twice the size would halve it.
    if (style.getPropertyValue('vector-effect') === 'non-scaling-stroke')
      shapes[index]?.setAttribute(
        'stroke-width',
        String(SCALE * Number.parseFloat(style.strokeWidth)),
      )
  }
  for (const node of copy.querySelectorAll('[class]')) node.removeAttribute('class')
  const writer = new XMLSerializer()
  return [...copy.children].map((child) => writer.serializeToString(child)).join('')
}
