import type { Band } from '../../lib/confidence-band.ts'
import type { Annotation, Mark } from './notes.ts'
import type { Prepared } from './prepare.ts'

/** How a line is drawn that is not plain: estimates dashed, what holds until it changes in steps. */
export type Strokes = ReadonlyMap<string, 'dashed' | 'stepped'>

/** All that a chart draws, on the screen or as an image. */
export interface Drawing {
  readonly prepared: Prepared
  /** Ranges without a value, hatched. */
  readonly gaps: readonly (readonly [fromSec: number, toSec: number])[]
  /** Points that said something else before, tinted. */
  readonly revisedSecs: readonly number[]
  readonly annotations: readonly Annotation[]
  readonly marks: readonly Mark[]
  /** By name of the series. */
  readonly strokes: Strokes
  /** How sure the one series is; absent where nothing is known of it. */
  readonly band?: Band
}

/** Half a step to either side of a point. */
export function aroundOf(times: readonly number[], sec: number): [fromSec: number, toSec: number] {
  const place = times.indexOf(sec)
  const before = times[place - 1]
  const after = times[place + 1]
  const step = (after ?? sec) - (before ?? sec)
  const half = step / (before === undefined || after === undefined ? 2 : 4)
  return [sec - half, sec + half]
}
