import type { UseQueryResult } from '@tanstack/react-query'
import type { Answer, ApiError } from './ask.ts'

export type Asked<T> = UseQueryResult<Answer<T>, ApiError>

/** What a section needs to know of an answer, asked at once or page by page. */
export type AnswerState<T> = Pick<
  Asked<T>,
  'data' | 'error' | 'isPending' | 'isPlaceholderData'
> & {
  refetch(): unknown
}

export interface AskOptions {
  /** False for answers that know no moment of the past. */
  readonly knowsPast?: boolean
  /** Asked again this often, for what changes without a commit, such as ages. */
  readonly refreshSec?: number
}
