import { saveFile } from '../export/save-file.ts'

/** An image of lines as an image of points. */
export async function savePng(
  name: string,
  svg: string,
  { width, height, scale }: { width: number; height: number; scale: number },
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
