import {
  type AnswerOf,
  type OperationId,
  operationAddress,
  type ParametersOf,
} from './operations.ts'
import { type Asked, type AskOptions, useAnswer } from './use-answer.ts'

/** Asks an operation by its id; the answer has the type that the service declares for it. */
export function useOperation<Id extends OperationId>(
  id: Id,
  parameters: Partial<ParametersOf<Id>> | null,
  options?: AskOptions,
): Asked<AnswerOf<Id>> {
  const [path = null, query] =
    parameters === null ? [] : operationAddress(id, parameters).split('?', 2)
  return useAnswer<AnswerOf<Id>>(path, Object.fromEntries(new URLSearchParams(query)), options)
}
