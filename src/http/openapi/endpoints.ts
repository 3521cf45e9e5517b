import { at } from '../../lib/at.ts'
import { type Method, methodsOf, type Root, type Route } from '../route.ts'

/** Where an endpoint is served: a prefix of its path, and the root that this prefix leads to. */
export interface Server {
  readonly url: string
  readonly root: Root
}

/** A method at a path, on one server, or on two where the roots agree. */
export interface Endpoint {
  readonly path: string
  readonly method: Method
  readonly servers: readonly [Server, ...Server[]]
  readonly routes: readonly [Route, ...Route[]]
}

export const ORIGIN = '/'

/** Every operation of the document, in the order of the routes. */
export function listEndpoints(routes: readonly Route[]): Endpoint[] {
  const groups = new Map<string, Endpoint[]>()
  for (const endpoint of routes.flatMap(endpointsOfRoot)) {
    const key = placeOf(endpoint)
    groups.set(key, [...(groups.get(key) ?? []), endpoint])
  }
  const endpoints = [...groups.values()].map(sharePlace)
  return endpoints.flatMap((endpoint) => {
    if (isShared(endpoint)) return endpoint
    const pro = endpoints.find((other) => isOnPro(other, endpoint))
    if (pro !== undefined) return joinServers(endpoint, pro)
    return endpoints.some((other) => isOnPro(endpoint, other)) ? [] : endpoint
  })
}

function endpointsOfRoot(route: Route): Endpoint[] {
  return (Object.entries(route.paths) as [Root, string][]).flatMap(([root, path]) =>
    methodsOf(route, root).map(
      (method): Endpoint => ({
        path,
        method,
        servers: [{ url: ORIGIN, root }],
        routes: [route],
      }),
    ),
  )
}

/** Two paths that differ only in the names of their parameters are one place. */
function placeOf({ method, path }: Endpoint): string {
  return `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`
}

function sharePlace(group: readonly Endpoint[]): Endpoint {
  const first = at(group, 0)
  if (group.length === 1) return first
  const names = group.map(({ path }) => placeholders(path))
  let index = 0
  const path = first.path.replaceAll(/\{\w+\}/g, () => {
    const distinct = new Set(names.map((list) => at(list, index)))
    index++
    return `{${joinNames([...distinct])}}`
  })
  const [, ...others] = group
  return { ...first, path, routes: [first.routes[0], ...others.map(({ routes }) => routes[0])] }
}

function isShared({ routes }: Endpoint): boolean {
  return routes.length > 1
}

/** Whether the first serves on the pro root the same that the second serves without a key. */
function isOnPro(pro: Endpoint, keyless: Endpoint): boolean {
  return (
    !isShared(pro) &&
    !isShared(keyless) &&
    pro.routes[0] === keyless.routes[0] &&
    pro.method === keyless.method &&
    pro.servers[0].root === 'pro' &&
    keyless.servers[0].root !== 'pro' &&
    pro.path.endsWith(keyless.path) &&
    !('pro' in pro.routes[0].responseOf)
  )
}

function joinServers(keyless: Endpoint, pro: Endpoint): Endpoint {
  const url = pro.path.slice(0, -keyless.path.length)
  return { ...keyless, servers: [...keyless.servers, { url, root: 'pro' }] }
}

export function placeholders(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => at(match, 1))
}

/** `coins` and `pool` make `coinsOrPool`. */
export function joinNames(names: readonly string[]): string {
  const [first, ...others] = names
  return [first, ...others.map((name) => `Or${capitalize(name)}`)].join('')
}

export function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

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
