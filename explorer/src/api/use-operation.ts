import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAsOf } from '../page/use-as-of.ts'
import type { Body } from './answers.ts'
import { type Answer, type ApiError, addressOf, ask } from './ask.ts'
import type { Asked, AskOptions } from './asked.ts'
import type { OperationId } from './operations.ts'
import { type ApiRequest, type Known, type Parameters, request } from './request.ts'

const MAX_RETRIES = 2
const RETRY_MS = 800

/** Asks an operation by its id; the answer has the type that the service declares for it. */
export function useOperation<Id extends OperationId, const P extends Parameters<Id>>(
  id: Id,
  parameters: (P & Known<Id, P>) | null,
  options?: AskOptions,
): Asked<Body<Id, P>> {
  return useRequest(parameters === null ? null : request<Id, P>(id, parameters), options)
}

/** Asks as of the moment that the page shows. Without a request nothing is asked. */
export function useRequest<T>(
  asked: ApiRequest<T> | null,
  { knowsPast = true, refreshSec }: AskOptions = {},
): Asked<T> {
  const asOf = useAsOf()
  const address =
    asked &&
    addressOf(asked.path, knowsPast && asOf !== null ? { ...asked.query, asOf } : asked.query)
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
