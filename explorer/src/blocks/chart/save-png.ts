import { saveFile } from '../export/save-file.ts'

export interface PngSize {
  readonly width: number
  readonly height: number
  /** Points of the image for each of the drawing. */
  readonly scale: number
}

/** An image of lines as an image of points. */
export async function savePng(
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
