import { refusal, unreachable } from './ask.ts'
import { serviceUrl } from './origin.ts'

/** Asks with an operator's key, which is held in the page's memory only. */
export async function askOperator<T>(
  key: string,
  address: string,
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
): Promise<T> {
  const response = await fetch(`${serviceUrl}${address}`, {
    method,
    headers: {
      accept: 'application/json',
      'x-api-key': key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  }).catch(() => {
    throw unreachable(address)
  })
  if (!response.ok) throw await refusal(response, address)
  return (await response.json()) as T
}
