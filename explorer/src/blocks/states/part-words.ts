import type { Answer } from '../../api/ask.ts'
import { grouped } from '../../lib/numbers.ts'

/** Share of the sources in an answer; null where nothing lacks or the service does not say. */
export function coverageText(share: number | null): string | null {
  if (share === null || share >= 1) return null
  return `${Math.floor(share * 1000) / 10}% of the sources that were due`
}

/** That an answer is a part; null where it is whole. */
export function moreText(part: Answer<unknown>['part']): string | null {
  if (part === undefined) return null
  const { totalMatches } = part
  return totalMatches === null ? 'there is more' : `more of ${grouped(totalMatches, 0)}`
}
