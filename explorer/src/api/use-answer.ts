import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useAsOf } from '../page/use-as-of.ts'
import { type Answer, type ApiError, addressOf, ask, type Query } from './ask.ts'

const MAX_RETRIES = 2
const RETRY_MS = 800

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

/** Asks an address, as of the moment that the page shows. Without a path nothing is asked. */
export function useAnswer<T>(
  path: string | null,
  query: Query = {},
  { knowsPast = true, refreshSec }: AskOptions = {},
): Asked<T> {
  const asOf = useAsOf()
  const address =
    path === null ? null : addressOf(path, knowsPast && asOf !== null ? { ...query, asOf } : query)
  return useQuery<Answer<T>, ApiError>({
    queryKey: ['answer', address],
    queryFn: ({ signal }) => ask<T>(address ?? '', signal),
    enabled: address !== null,
    placeholderData: keepPreviousData,
    refetchInterval: refreshSec === undefined ? false : refreshSec * 1000,
    retry: (count, error) => count < MAX_RETRIES && isPassing(error),
    retryDelay: (count) => RETRY_MS * 2 ** count,
  })
}

/** Refusals that the next try may not meet; a 429 says itself when. */
function isPassing({ status }: ApiError): boolean {
  return status === 0 || status === 502 || status === 503 || status === 504
}
