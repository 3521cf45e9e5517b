import { UsageError } from '../../lib/errors.ts'
import { suggest } from '../../lib/suggest.ts'
import type { Call, ResponseReader } from './response.ts'

interface Operation {
  readonly id: string
  readonly paths: Readonly<Partial<Record<string, string>>>
}

/** The response that a URL or path gives, and the call that it was, by the contract. */
export function findResponse(
  url: string,
  operations: readonly Operation[],
  responses: readonly ResponseReader[],
): { response: ResponseReader; call: Call } {
  const { path, query } = split(url)
  const carried = operations.filter(({ id }) => responses.some(({ operation }) => operation === id))
  const found = matchPath(path, carried) ?? matchPath(path, operations)
  if (found === undefined) throw unknownPath(path, carried)
  const response = responses.find(({ operation }) => operation === found.operation)
  if (response === undefined)
    throw new UsageError(
      `The response of ${path} (${found.operation}) carries no fact, or others carry it better; paths with facts: ${listPaths(carried).join(', ')}`,
    )
  return { response, call: { ...found, ...(query === undefined ? {} : { query }), mark: '' } }
}

/** What is given may be a whole URL, with a server and a query. */
function split(given: string): { path: string; query: Record<string, string> | undefined } {
  const url = URL.parse(given, 'http://localhost')
  if (url === null) throw new UsageError(`"${given}" is not a path, such as /protocols`)
  const query = Object.fromEntries(url.searchParams)
  return { path: url.pathname, query: Object.keys(query).length === 0 ? undefined : query }
}

/** A path without parameters comes before one that takes its last part for one. */
function matchPath(
  path: string,
  operations: readonly Operation[],
): Pick<Call, 'operation' | 'params'> | undefined {
  const parts = path.split('/')
  const found = operations.flatMap(({ id, paths }) =>
    Object.values(paths).flatMap((pattern) => {
      const params = pattern === undefined ? undefined : matchParts(parts, pattern.split('/'))
      return params === undefined ? [] : [{ operation: id, params }]
    }),
  )
  return found.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0]
}

function matchParts(
  parts: readonly string[],
  pattern: readonly string[],
): Record<string, string> | undefined {
  if (parts.length !== pattern.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index] ?? ''
    const name = /^(?::|\{)(\w+)\}?$/.exec(expected)?.[1]
    if (name === undefined ? part !== expected : part === '') return undefined
    if (name !== undefined) params[name] = decoded(part)
  }
  return params
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new UsageError(`"${part}" is not a part of a path: a % in it stands alone`)
  }
}

function listPaths(operations: readonly Operation[]): string[] {
  return operations.flatMap(({ paths }) => paths.free ?? Object.values(paths)[0] ?? []).sort()
}

function unknownPath(path: string, carried: readonly Operation[]): UsageError {
  const known = listPaths(carried)
  const close = suggest(path, known)
  const hint = close.length > 0 ? ` Did you mean ${close.join(', ')}?` : ''
  return new UsageError(
    `No operation has the path ${path}.${hint} Paths with facts: ${known.join(', ')}`,
  )
}
