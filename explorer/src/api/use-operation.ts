import type { Body } from './answers.ts'
import type { OperationId } from './operations.ts'
import { type ApiRequest, type Known, type Parameters, request } from './request.ts'
import { type Asked, type AskOptions, useAnswer } from './use-answer.ts'

/** Asks an operation by its id; the answer has the type that the service declares for it. */
export function useOperation<Id extends OperationId, const P extends Parameters<Id>>(
  id: Id,
  parameters: (P & Known<Id, P>) | null,
  options?: AskOptions,
): Asked<Body<Id, P>> {
  return useRequest(parameters === null ? null : request<Id, P>(id, parameters), options)
}

/** Asks what was chosen among several operations. Without a request nothing is asked. */
export function useRequest<T>(asked: ApiRequest<T> | null, options?: AskOptions): Asked<T> {
  return useAnswer<T>(asked?.path ?? null, asked?.query, options)
}
