import { Compile, type Validator } from 'typebox/compile'
import { routes } from '../../src/app.ts'
import { createKeyFinder } from '../../src/http/roots.ts'
import { methodsOf, ROOTS, type Route } from '../../src/http/route.ts'

interface Endpoint {
  route: Route
  methods: readonly string[]
  pattern: RegExp
  /** Parameters that take any text: endpoints with fewer come first, as in the router. */
  freeParameters: number
}

const ANY_TEXT = '[^/]+'
const findKey = createKeyFinder(routes)
const endpoints = routes.flatMap(endpointsOf).sort((a, b) => a.freeParameters - b.freeParameters)
const validators = new Map<Route, Validator>()

/** Throws when a body is not what the schema of its route says. */
export function checkResponse(method: string, url: string, body: unknown): void {
  const route = findRoute(method, url)
  if (route === undefined) return
  const validator = validators.get(route) ?? Compile(route.response)
  validators.set(route, validator)
  if (validator.Check(body)) return
  const [first] = validator.Errors(body)
  throw new Error(
    `${method} ${url} is not what the schema of ${route.id} says: ${JSON.stringify(first)}`,
  )
}

function findRoute(method: string, url: string): Route | undefined {
  const [path = ''] = findKey(url).url.split('?')
  return endpoints.find(({ methods, pattern }) => methods.includes(method) && pattern.test(path))
    ?.route
}

function endpointsOf(route: Route): Endpoint[] {
  return ROOTS.flatMap((root) => {
    const path = route.paths[root]
    if (path === undefined) return []
    const parts = path.split(/\{(\w+)\}/)
    const source = parts.map((part, index) =>
      index % 2 === 0 ? RegExp.escape(part) : (route.only[root]?.[part] ?? ANY_TEXT),
    )
    return {
      route,
      methods: methodsOf(route, root),
      pattern: new RegExp(`^${source.join('')}$`),
      freeParameters: source.filter((part) => part === ANY_TEXT).length,
    }
  })
}
