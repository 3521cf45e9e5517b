import { LATEST_UNIX_SEC } from '../../../lib/clock.ts'

/** A range of time, both ends included. */
export interface Window {
  fromSec: number
  toSec: number
}

/**
 * Where to look for what lies in some windows: between two moments, in buckets of equal length
 * that are numbered from 1970.
 */
export interface Cover extends Window {
  bucketSec: number
  buckets: number[]
}

/** The window around a moment. */
export function windowAround(momentSec: number, widthSec: number): Window {
  return { fromSec: momentSec - widthSec, toSec: momentSec + widthSec }
}

/**
 * A cover of windows that the engine can look up row by row, however many there are: comparing each
 * row with thousands of windows takes more memory than there is. It holds a little more than the
 * windows; what no fact can have is cut off.
 */
export function coverWindows(windows: readonly Window[]): Cover | undefined {
  const possible = windows
    .map(({ fromSec, toSec }) => ({
      fromSec: Math.max(0, fromSec),
      toSec: Math.min(LATEST_UNIX_SEC, toSec),
    }))
    .filter(({ fromSec, toSec }) => fromSec <= toSec)
  if (possible.length === 0) return undefined
  // As long as the longest window, so that each lies in at most two buckets.
  const bucketSec = possible.reduce(
    (longest, { fromSec, toSec }) => Math.max(longest, toSec - fromSec + 1),
    1,
  )
  const buckets = new Set(
    possible.flatMap(({ fromSec, toSec }) => [
      Math.floor(fromSec / bucketSec),
      Math.floor(toSec / bucketSec),
    ]),
  )
  return {
    fromSec: possible.reduce((first, { fromSec }) => Math.min(first, fromSec), LATEST_UNIX_SEC),
    toSec: possible.reduce((last, { toSec }) => Math.max(last, toSec), 0),
    bucketSec,
    buckets: [...buckets],
  }
}
