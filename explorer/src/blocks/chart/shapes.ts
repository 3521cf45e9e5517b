import type { Mark } from './notes.ts'

/** Paths that a canvas and an image draw alike. */

const RING_ARCS = 4
const HATCH_PX = 6

/** A diamond, a square, or a ring that is broken. */
export function markPath(shape: Mark['shape'], x: number, y: number, size: number): string {
  if (shape === 'revised') {
    const reach = size * 1.3
    return `M${tenth(x)} ${tenth(y - reach)}L${tenth(x + reach)} ${tenth(y)}L${tenth(x)} ${tenth(y + reach)}L${tenth(x - reach)} ${tenth(y)}Z`
  }
  if (shape === 'held')
    return `M${tenth(x - size)} ${tenth(y - size)}h${tenth(size * 2)}v${tenth(size * 2)}h${tenth(-size * 2)}Z`
  return Array.from({ length: RING_ARCS }, (_, arc) => {
    const from = (arc + 0.15) * (Math.PI / 2)
    const to = (arc + 0.75) * (Math.PI / 2)
    const at = (angle: number) =>
      `${tenth(x + size * Math.cos(angle))} ${tenth(y + size * Math.sin(angle))}`
    return `M${at(from)}A${tenth(size)} ${tenth(size)} 0 0 1 ${at(to)}`
  }).join('')
}

/** Slanted lines within a rectangle. */
export function hatchPath(
  { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
  scale = 1,
): string {
  const height = bottom - top
  const lines: string[] = []
  // On one lattice for the whole plot, so that neighbours go on in each other.
  const gap = HATCH_PX * scale
  for (let foot = Math.floor((left - height) / gap) * gap; foot < right; foot += gap) {
    const fromX = Math.max(foot, left)
    const toX = Math.min(foot + height, right)
    if (toX <= fromX) continue
    lines.push(
      `M${tenth(fromX)} ${tenth(bottom - (fromX - foot))}L${tenth(toX)} ${tenth(bottom - (toX - foot))}`,
    )
  }
  return lines.join('')
}

export function tenth(value: number): number {
  return Math.round(value * 10) / 10
}

/** Where the plot is in the image, and how values become places. */
export interface Frame {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  x(sec: number): number
  y(value: number): number
}

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
