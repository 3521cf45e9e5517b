// What the service says about itself: every address with its methods, examples and statuses.

interface Parameter {
  $ref?: string
  in: 'path' | 'query'
  name: string
  example?: unknown
}

interface Operation {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, unknown>
}

interface Document {
  paths: Record<string, Record<string, unknown> & { servers?: { url: string }[] }>
  components: { parameters: Record<string, Parameter> }
}

export interface Address {
  readonly method: string
  /** With `{name}` for each parameter. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** The example of its body, as JSON. */
  readonly body: string | undefined
  readonly statuses: ReadonlySet<number>
}

const METHODS = ['get', 'post', 'put', 'delete', 'patch']
/** Served besides the operations. */
const SERVICE_PATHS = [
  '/',
  '/health',
  '/ready',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/app',
  '/mcp',
]

export async function listAddresses(origin: string): Promise<Address[]> {
  const document = (await (await fetch(`${origin}/openapi.json`)).json()) as Document
  const own = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method] as Operation | undefined
      const servers = item.servers ?? [{ url: '/' }]
      return operation === undefined
        ? []
        : servers.map(({ url }) =>
            describe(url.replace(/\/$/, '') + path, method, operation, document),
          )
    }),
  )
  const others = SERVICE_PATHS.map((path) => ({
    ...{ method: 'GET', path, params: {}, query: {}, body: undefined },
    statuses: new Set<number>(),
  }))
  return [...own, ...others]
}

function describe(
  path: string,
  method: string,
  operation: Operation,
  { components }: Document,
): Address {
  const parameters = (operation.parameters ?? []).map((parameter) =>
    parameter.$ref === undefined
      ? parameter
      : (components.parameters[parameter.$ref.split('/').at(-1) ?? ''] ?? parameter),
  )
  const examples = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place)
        .map(({ name, example }) => [name, String(example ?? 'x')]),
    )
  const [content] = Object.values(operation.requestBody?.content ?? {})
  return {
    method: method.toUpperCase(),
    path,
    params: examples('path'),
    query: examples('query'),
    body: content === undefined ? undefined : JSON.stringify(content.example ?? {}),
    statuses: new Set(Object.keys(operation.responses).map(Number)),
  }
}
