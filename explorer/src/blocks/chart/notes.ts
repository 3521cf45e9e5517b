import type { ResponseOf } from '../../api/operations.ts'
import type { Band } from '../../lib/confidence-band.ts'
import { shortText } from '../../lib/writing.ts'
import type { Prepared } from './prepare.ts'

/** A vertical line with a word, such as a hack or an unlock. */
export interface Annotation {
  readonly sec: number
  readonly text: string
}

/** A point that is not plainly measured; shape first, colour second. */
export interface Mark {
  readonly sec: number
  readonly shape: 'revised' | 'held' | 'carried'
  readonly words: string
}

/** Points of `/meta/marks`. */
export interface MarkedPoint {
  readonly atSec: number | null
  readonly marks: readonly string[]
  /** Said of it instead of what its strongest mark means. */
  readonly words?: string
}

// The strongest first: a point has one shape.
const KINDS: readonly (readonly [mark: string, shape: Mark['shape'], words: string])[] = [
  ['held', 'held', 'a newer reading is held back'],
  ['disputed', 'held', 'disputed'],
  ['revised', 'revised', 'revised: it said something else before'],
  ['carried', 'carried', 'carried from an earlier reading'],
  ['extrapolated', 'carried', 'extrapolated'],
  ['interpolated', 'carried', 'between two readings'],
]
const LABEL_PX = 7
const LABEL_ROWS = 3
const MAX_LABEL = 24

/** Marks on the points that are shown: a reading belongs to the last point at or before it. */
export function placeMarks(points: readonly MarkedPoint[], times: readonly number[]): Mark[] {
  const found = new Map<number, number>()
  const said = new Map<number, string>()
  for (const { atSec, marks, words } of points) {
    const strength = KINDS.findIndex(([mark]) => marks.includes(mark))
    const place = atSec === null ? -1 : lastPlace(times, atSec)
    if (strength === -1 || place === -1) continue
    found.set(place, Math.min(strength, found.get(place) ?? strength))
    if (words !== undefined) said.set(place, words)
  }
  return [...found]
    .sort(([a], [b]) => a - b)
    .flatMap(([place, strength]) => {
      const kind = KINDS[strength]
      const sec = times[place]
      return kind === undefined || sec === undefined
        ? []
        : [{ sec, shape: kind[1], words: said.get(place) ?? kind[2] }]
    })
}

/** The place of the last time at or before a timestamp; −1 where there is none. */
function lastPlace(times: readonly number[], atSec: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((times[middle] ?? Number.POSITIVE_INFINITY) <= atSec) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** What is to be said of a point besides its values. */
export function wordsAt(
  sec: number,
  nextSec: number,
  { annotations, marks }: { annotations: readonly Annotation[]; marks: readonly Mark[] },
): string[] {
  return [
    ...marks.filter((mark) => mark.sec === sec).map(({ words }) => words),
    ...annotations.filter((note) => note.sec >= sec && note.sec < nextSec).map(({ text }) => text),
  ]
}

/** The height of a mark: the top of what is drawn at its point; null where nothing is. */
export function topAt({ times, layers }: Prepared, sec: number): number | null {
  const place = times.indexOf(sec)
  const known = layers.flatMap(({ look, drawn }) => (look === 'main' ? (drawn[place] ?? []) : []))
  return known.length === 0 ? null : Math.max(...known)
}

export interface PlacedLabel {
  readonly x: number
  readonly text: string
  /** Row from above; null where there is no room for the words. */
  readonly row: number | null
  readonly isLeft: boolean
}

/** Words of events beside their lines, in rows, so that none is on another. */
export function placeLabels(
  notes: readonly { readonly x: number; readonly text: string }[],
  left: number,
  right: number,
): PlacedLabel[] {
  const ends: number[] = new Array<number>(LABEL_ROWS).fill(Number.NEGATIVE_INFINITY)
  return notes
    .filter(({ x }) => x >= left && x <= right)
    .toSorted((a, b) => a.x - b.x)
    .map(({ x, text }) => {
      const short = text.length > MAX_LABEL ? `${text.slice(0, MAX_LABEL - 1)}…` : text
      const width = short.length * LABEL_PX
      const isLeft = x + width > right
      const from = isLeft ? x - width : x
      const row = ends.findIndex((end) => end <= from)
      if (row !== -1) ends[row] = isLeft ? x : x + width
      return { x, text: short, row: row === -1 ? null : row, isLeft }
    })
}

type Reading = ResponseOf<'getQuality'>['readings'][number]
/** A reading that a guard caught. */
type HeldReading = Pick<Reading, 'atSec' | 'series' | 'value' | 'servedValue' | 'reason'>

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
