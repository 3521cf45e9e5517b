import type { ApiResponse } from '../../api/response.ts'
import { grouped } from '../../lib/writing.ts'

/** A refusal in a few words, by its status; 0 is no response at all. */
export function headlineOf(status: number): string {
  if (status === 0) return 'No response.'
  if (status === 404) return 'Not found.'
  if (status === 400) return 'Not understood.'
  if (status === 401 || status === 403) return 'A key is needed.'
  if (status === 429) return 'Too many requests.'
  return 'Out of service.'
}

/** Whether asking the same again may help. */
export function canRetry(status: number): boolean {
  return status !== 400 && status !== 401 && status !== 403 && status !== 404
}

/** The page beside this one that has another name at its end. */
export function siblingPage(path: string, name: string): string {
  return `${path.slice(0, path.lastIndexOf('/'))}/${encodeURIComponent(name)}`
}

/** Share of the sources in a response; null where nothing lacks or the service does not say. */
export function coverageText(share: number | null): string | null {
  if (share === null || share >= 1) return null
  return `${Math.floor(share * 1000) / 10}% of the sources that were due`
}

/** That a response is a part; null where it is whole. */
export function moreText(part: ApiResponse<unknown>['part']): string | null {
  if (part === undefined) return null
  const { totalMatches } = part
  return totalMatches === null ? 'there is more' : `more of ${grouped(totalMatches, 0)}`
}
