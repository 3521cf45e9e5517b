import { saveFile } from '../export/save-file.ts'
import { type PngSize, savePng } from './save-png.ts'

/** A drawing as SVG, or as PNG in a size. */
export function SavePicture({ file, svg, size }: { file: string; svg(): string; size: PngSize }) {
  return (
    <>
      <button
        type="button"
        className="action"
        onClick={() => saveFile(`${file}.svg`, 'image/svg+xml', svg())}
      >
        SVG
      </button>
      <button
        type="button"
        className="action"
        onClick={() => void savePng(`${file}.png`, svg(), size)}
      >
        PNG
      </button>
    </>
  )
}
