import { at } from '../../lib/at.ts'
import { type Endpoint, listEndpoints, ORIGIN, operationIdOf } from '../openapi/endpoints.ts'
import { type Method, methodsOf, type Root, type Route, tagOf } from '../route.ts'

export interface RootPath {
  readonly root: Root
  readonly path: string
}

/** One way to ask an operation: a method, and every path that takes it. */
export interface Form {
  readonly method: Method
  readonly paths: readonly [RootPath, ...RootPath[]]
  /** The same as the OpenAPI description has it. */
  readonly endpoint: Endpoint
  /** The method of the TypeScript client, and the paths that it may ask. */
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
    const [first, ...others] = groupPaths(route).map((group) => formOf(route, group, endpoints))
    if (first === undefined) throw new Error(`${route.id} has no path.`)
    return { id: route.operationId, tag: tagOf(route), route, forms: [first, ...others] }
  })
}

interface Group {
  readonly method: Method
  readonly paths: RootPath[]
}

/** Roots that answer in a form of their own, and methods, stand apart. */
function groupPaths(route: Route): Group[] {
  const groups = new Map<string, Group>()
  for (const [root, path] of Object.entries(route.paths) as [Root, string][])
    for (const method of methodsOf(route, root)) {
      const key = `${method} ${root in route.responseOf ? root : ''}`
      const group = groups.get(key) ?? { method, paths: [] }
      group.paths.push({ root, path })
      groups.set(key, group)
    }
  return [...groups.values()]
}

function formOf(route: Route, { method, paths }: Group, endpoints: readonly Endpoint[]): Form {
  const [first, ...others] = paths
  if (first === undefined) throw new Error(`${route.id} has no path.`)
  const servers = others.map(({ root }) => ({ url: ORIGIN, root }))
  return {
    method,
    paths: [first, ...others],
    endpoint: {
      ...{ path: first.path, method, routes: [route] },
      servers: [{ url: ORIGIN, root: first.root }, ...servers],
    },
    client: clientOf(route, { method, paths }, endpoints),
  }
}

/** A path that several operations share has a joined name: the one of its own is clearer. */
function clientOf(route: Route, { method, paths }: Group, endpoints: readonly Endpoint[]) {
  const roots = new Set(paths.map(({ root }) => root))
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
