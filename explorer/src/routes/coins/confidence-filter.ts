import { grouped } from '../../lib/numbers.ts'
import { type Bounds, bounds, isWithin, type Key } from '../../lib/view-state.ts'

const ANY: Bounds = { from: null, to: null }

/** Bounds of the confidence in an address; prices that are trusted little are not shown unasked. */
export function confidenceBounds(): Key<Bounds> {
  return { ...bounds(), byDefault: { from: 0.9, to: null } }
}

/** A price without a confidence is taken as trusted, as the service's `minConfidence` does. */
export function isTrusted(confidence: number | null | undefined, limits: Bounds): boolean {
  return isWithin(confidence ?? 1, limits)
}

/** The filter as one that is set; nothing where it lets all in. */
export function confidenceFilter({ from, to }: Bounds) {
  const limits = [from === null ? [] : `from ${from}`, to === null ? [] : `to ${to}`].flat()
  if (limits.length === 0) return []
  return [{ id: 'confidence', name: `Confidence ${limits.join(' ')}`, empty: ANY }]
}

/** How many a filter hides, in words; nothing before it is known. */
export function hiddenText(count: number | null): string {
  return count === null ? '' : `, ${grouped(count, 0)} hidden`
}
