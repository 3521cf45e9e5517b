import { capitalize, type Endpoint, joinNames } from './endpoints.ts'

const VERB = /^(get|list|post)(?=[A-Z])/

/** The name of the method in generated clients. */
export function operationIdOf({ routes, method, servers: [server] }: Endpoint): string {
  const [first, ...others] = routes
  const id = joinNames([
    first.operationId,
    ...others.map(({ operationId }) => operationId.replace(VERB, '')),
  ])
  if (server.root === 'pro' && 'pro' in first.responseOf) return `${id}Pro`
  return method === 'POST' ? id.replace(VERB, 'post') : id
}

/** The name of a response: what its operation gets or lists, such as `CurrentPrices`. */
export function responseNameOf(operationId: string): string {
  return capitalize(operationId.replace(VERB, ''))
}

export function requestNameOf(operationId: string): string {
  return `${responseNameOf(operationId)}Request`
}
