import { shortText } from './numbers.ts'

/** A reading that a guard caught, as `/meta/quality` tells it. */
export interface HeldReading {
  readonly atSec: number
  readonly series: Readonly<Record<string, unknown>>
  readonly value: number | null
  readonly servedValue: number | null
  readonly reason: string
}

interface Point {
  readonly atSec: number | null
  readonly marks: readonly string[]
  readonly key?: Readonly<Record<string, unknown>>
}

/** What was read, what is served instead, and why. */
export function heldWords({ value, servedValue, reason }: Omit<HeldReading, 'atSec' | 'series'>) {
  const read = shortText(value, { digits: 4 })
  const served = servedValue === null ? 'nothing' : shortText(servedValue, { digits: 4 })
  return `held back: ${read} was read, ${served} is served. ${reason}`
}

/** Points with the words of the reading that is held back there. */
export function withHeldWords<P extends Point>(
  points: readonly P[],
  readings: readonly HeldReading[],
): (P & { readonly words?: string })[] {
  return points.map((point) => {
    const found = point.marks.includes('held')
      ? readings.find((reading) => reading.atSec === point.atSec && isOf(point, reading))
      : undefined
    return found === undefined ? point : { ...point, words: heldWords(found) }
  })
}

/** A reading may be of a whole whose parts are the rows. */
function isOf({ key = {} }: Point, { series }: HeldReading): boolean {
  return Object.entries(series).every(([name, value]) => key[name] === value)
}
