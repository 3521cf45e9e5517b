import { toCsv } from '../../lib/csv.ts'
import { useAsOf } from '../../page/use-as-of.ts'
import { saveFile } from '../export/save-file.ts'
import { captionOf, chartSvg } from './chart-svg.ts'
import { readColors } from './colors.ts'
import type { ChartKind, Prepared } from './prepare.ts'

const WIDTH = 960
const HEIGHT = 540
const SCALE = 2

export interface ExportChartProps {
  readonly title: string
  readonly address: string
  readonly kind: ChartKind
  readonly prepared: Prepared
  write(value: number): string
}

/** What the chart shows as CSV, SVG or PNG. */
export function ExportChart({ title, address, kind, prepared, write }: ExportChartProps) {
  const asOf = useAsOf()
  const name = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const toSvg = () => {
    const { lines, ramp, ink, paper, grid } = readColors()
    return chartSvg(prepared, {
      width: WIDTH,
      height: HEIGHT,
      title,
      caption: captionOf(address, asOf, Date.now() / 1000),
      kind: kind === 'bar' ? 'bar' : 'line',
      colors: prepared.isStacked ? ramp : lines,
      ink,
      paper,
      grid,
      write,
    })
  }
  return (
    <>
      <button
        type="button"
        className="action"
        onClick={() => saveFile(`${name}.csv`, 'text/csv', csvOf(prepared))}
      >
        CSV
      </button>
      <button
        type="button"
        className="action"
        onClick={() => saveFile(`${name}.svg`, 'image/svg+xml', toSvg())}
      >
        SVG
      </button>
      <button type="button" className="action" onClick={() => void savePng(name, toSvg())}>
        PNG
      </button>
    </>
  )
}

function csvOf({ times, names, read }: Prepared): string {
  return toCsv(
    ['time', ...names],
    times.map((sec, index) => [
      new Date(sec * 1000).toISOString(),
      ...read.map((values) => values[index]),
    ]),
  )
}

async function savePng(name: string, svg: string): Promise<void> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = WIDTH * SCALE
    canvas.height = HEIGHT * SCALE
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (blob !== null) saveFile(`${name}.png`, 'image/png', blob)
  } finally {
    URL.revokeObjectURL(url)
  }
}
