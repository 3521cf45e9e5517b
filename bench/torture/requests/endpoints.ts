import { fuzzDocument } from '../../../test/support/fuzz-document.ts'

// What the service says about itself: every endpoint with its methods, examples and statuses.

interface Parameter {
  readonly $ref?: string
  readonly in: string
  readonly name: string
  readonly example?: unknown
}

interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Record<string, { readonly example?: unknown }> }
  readonly responses: Record<string, unknown>
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly parameters: Record<string, Parameter> }
}

export interface Endpoint {
  readonly method: string
  /** With `{name}` for each parameter. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** The example of its body, as JSON. */
  readonly body: string | undefined
  readonly statuses: ReadonlySet<number>
}

/** Served besides the operations. */
const SERVICE_PATHS = '/ /health /ready /metrics /openapi.json /docs /app /mcp'.split(' ')

export async function listEndpoints(origin: string): Promise<Endpoint[]> {
  const response = await fetch(`${origin}/openapi.json`)
  const document = fuzzDocument(
    (await response.json()) as Record<string, unknown>,
  ) as object as Document
  const own = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...{ path, method: method.toUpperCase() },
      ...describe(operation, document.components.parameters),
    })),
  )
  const others = SERVICE_PATHS.map((path) => ({
    ...{ method: 'GET', path, params: {}, query: {}, body: undefined },
    statuses: new Set<number>(),
  }))
  return [...own, ...others]
}

function describe(
  { parameters = [], requestBody, responses }: Operation,
  shared: Document['components']['parameters'],
): Omit<Endpoint, 'path' | 'method'> {
  const known = parameters.map((one) => shared[one.$ref?.split('/').at(-1) ?? ''] ?? one)
  const examples = (place: string) =>
    Object.fromEntries(
      known
        .filter((parameter) => parameter.in === place)
        .map(({ name, example }) => [name, String(example ?? 'x')]),
    )
  const [content] = Object.values(requestBody?.content ?? {})
  return {
    params: examples('path'),
    query: examples('query'),
    body: content === undefined ? undefined : JSON.stringify(content.example ?? {}),
    statuses: new Set(Object.keys(responses).map(Number)),
  }
}
