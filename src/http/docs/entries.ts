import { at } from '../../lib/at.ts'
import { type Endpoint, listEndpoints, ORIGIN, operationIdOf } from '../openapi/endpoints.ts'
import { type Method, methodsOf, type Root, type Route, tagOf } from '../route.ts'

export interface Address {
  readonly root: Root
  readonly path: string
}

/** One way to ask an operation: a method, and every address that takes it. */
export interface Form {
  readonly method: Method
  readonly addresses: readonly [Address, ...Address[]]
  /** The same as the OpenAPI description has it. */
  readonly endpoint: Endpoint
  /** The method of the TypeScript client, and the addresses that it may ask. */
  readonly client: { readonly group: string; readonly name: string; readonly needsKey: boolean }
}

/** One operation of the reference, with all its roots. */
export interface Entry {
  readonly id: string
  readonly tag: string
  readonly route: Route
  readonly forms: readonly [Form, ...Form[]]
}

/** One entry for each route, in their order. */
export function listEntries(routes: readonly Route[]): Entry[] {
  const endpoints = listEndpoints(routes)
  return routes.map((route) => {
    const [first, ...others] = groupAddresses(route).map((group) => formOf(route, group, endpoints))
    if (first === undefined) throw new Error(`${route.id} has no address.`)
    return { id: route.operationId, tag: tagOf(route), route, forms: [first, ...others] }
  })
}

interface Group {
  readonly method: Method
  readonly addresses: Address[]
}

/** Roots that answer in a form of their own, and methods, stand apart. */
function groupAddresses(route: Route): Group[] {
  const groups = new Map<string, Group>()
  for (const [root, path] of Object.entries(route.paths) as [Root, string][])
    for (const method of methodsOf(route, root)) {
      const key = `${method} ${root in route.responseOf ? root : ''}`
      const group = groups.get(key) ?? { method, addresses: [] }
      group.addresses.push({ root, path })
      groups.set(key, group)
    }
  return [...groups.values()]
}

function formOf(route: Route, { method, addresses }: Group, endpoints: readonly Endpoint[]): Form {
  const [first, ...others] = addresses
  if (first === undefined) throw new Error(`${route.id} has no address.`)
  const servers = others.map(({ root }) => ({ url: ORIGIN, root }))
  return {
    method,
    addresses: [first, ...others],
    endpoint: {
      ...{ path: first.path, method, routes: [route] },
      servers: [{ url: ORIGIN, root: first.root }, ...servers],
    },
    client: clientOf(route, { method, addresses }, endpoints),
  }
}

/** An address that several operations share has a joined name: the one of its own is clearer. */
function clientOf(route: Route, { method, addresses }: Group, endpoints: readonly Endpoint[]) {
  const roots = new Set(addresses.map(({ root }) => root))
  const own = endpoints
    .filter((endpoint) => endpoint.method === method && endpoint.routes.includes(route))
    .filter(({ servers }) => servers.some(({ root }) => roots.has(root)))
    .sort((a, b) => a.routes.length - b.routes.length)
  const endpoint = at(own, 0)
  return {
    group: tagOf(endpoint.routes[0]),
    name: operationIdOf(endpoint),
    needsKey: endpoint.servers.every(({ root }) => root === 'pro'),
  }
}
