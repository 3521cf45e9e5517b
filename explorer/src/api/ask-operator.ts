import { refusal, unreachable } from './ask.ts'
import {
  type AnswerOf,
  methodOf,
  type OperationId,
  operationAddress,
  type ParametersOf,
} from './operations.ts'
import { serviceUrl } from './origin.ts'

/** Asks with an operator's key, which is held in the page's memory only. */
export async function askOperator<Id extends OperationId>(
  key: string,
  id: Id,
  parameters: ParametersOf<Id>,
): Promise<AnswerOf<Id>> {
  const address = operationAddress(id, parameters)
  const body = 'body' in parameters ? JSON.stringify(parameters.body) : null
  const response = await fetch(`${serviceUrl}${address}`, {
    method: methodOf(id),
    headers: {
      accept: 'application/json',
      'x-api-key': key,
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    body,
  }).catch(() => {
    throw unreachable(address)
  })
  if (!response.ok) throw await refusal(response, address)
  return (await response.json()) as AnswerOf<Id>
}
