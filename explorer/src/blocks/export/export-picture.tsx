import { useAnswered } from '../../api/use-answered.ts'
import { fileName } from '../../lib/export-rows.ts'
import { useAsOf } from '../../page/use-as-of.ts'
import { captionOf } from '../chart/chart-svg.ts'
import { type ChartColors, readColors } from '../chart/colors.ts'
import { SavePicture } from '../chart/save-picture.tsx'
import { Menu } from './menu.tsx'
import { imageSize, pictureSvg } from './picture.ts'

export interface ExportPictureProps {
  /** Title of the drawing; the file is named after it. */
  readonly title: string
  /** Height of the drawing. */
  readonly height: number
  /** What is inside the drawing, as wide as an image has room for. */
  draw(colors: ChartColors): string
}

/** A drawing that is no chart over time as an image, with its title and origin. */
export function ExportPicture({ title, height, draw }: ExportPictureProps) {
  const asOf = useAsOf()
  const answer = useAnswered()
  const toSvg = () => {
    const colors = readColors()
    const caption = captionOf({
      // Of the page: it has the month and the bounds that are drawn, the answer has not.
      address: window.location.href,
      isDemo: answer?.isDemo ?? false,
      asOf,
      nowSec: Date.now() / 1000,
    })
    return pictureSvg(draw(colors), height, { title, caption, colors })
  }
  return (
    <Menu name="Export">
      <SavePicture file={fileName(title)} svg={toSvg} size={imageSize(height)} />
    </Menu>
  )
}
