import { SCALE } from './picture.ts'

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
