type Json = Record<string, unknown>

interface Server {
  url: string
}

/**
 * The OpenAPI document for a fuzzer that knows neither servers of paths nor tuples in responses:
 * every endpoint stands at its full path, keys come by a header, tuples are lists of their length.
 */
export function fuzzDocument(document: Json): Json {
  const { paths, components, ...rest } = withoutTuples(document) as Json & {
    paths: Record<string, Json & { servers?: Server[] }>
    components: Json
  }
  const { securitySchemes: _, ...others } = components
  const expanded = Object.entries(paths).flatMap(([path, { servers, ...item }]) =>
    (servers ?? [{ url: '/' }]).map(({ url }) => {
      const prefix = url.replace(/\/$/, '')
      const operations = Object.entries(item as Record<string, Json>).map(
        ([method, { security: __, operationId, ...operation }]) => [
          method,
          { ...operation, operationId: `${operationId}${prefix.replace('/', '-')}` },
        ],
      )
      return [prefix + path, Object.fromEntries(operations)]
    }),
  )
  return { ...rest, paths: Object.fromEntries(expanded), components: others }
}

function withoutTuples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTuples)
  if (value === null || typeof value !== 'object') return value
  const { prefixItems, ...rest } = value as Json
  const plain = Object.entries(rest).map(([name, member]) => [name, withoutTuples(member)])
  return {
    ...Object.fromEntries(plain),
    ...(prefixItems === undefined ? {} : { items: { anyOf: withoutTuples(prefixItems) } }),
  }
}
