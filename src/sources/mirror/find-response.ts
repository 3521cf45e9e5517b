import { UsageError } from '../../lib/errors.ts'
import { suggest } from '../../lib/suggest.ts'
import type { Call, ResponseReader } from './response.ts'

interface Operation {
  readonly id: string
  readonly paths: Readonly<Partial<Record<string, string>>>
}

/** The response that an address gives, and the call that it was, by the operations of the contract. */
export function findResponse(
  address: string,
  operations: readonly Operation[],
  responses: readonly ResponseReader[],
): { response: ResponseReader; call: Call } {
  const { path, query } = split(address)
  const carried = operations.filter(({ id }) => responses.some(({ operation }) => operation === id))
  const found = matchPath(path, carried) ?? matchPath(path, operations)
  if (found === undefined) throw unknownAddress(path, carried)
  const response = responses.find(({ operation }) => operation === found.operation)
  if (response === undefined)
    throw new UsageError(
      `The response of ${path} (${found.operation}) carries no fact, or others carry it better; addresses with facts: ${listPaths(carried).join(', ')}`,
    )
  return { response, call: { ...found, ...(query === undefined ? {} : { query }), mark: '' } }
}

/** An address may be a whole one, with a server and a query. */
function split(address: string): { path: string; query: Record<string, string> | undefined } {
  const url = URL.parse(address, 'http://localhost')
  if (url === null) throw new UsageError(`"${address}" is not an address, such as /protocols`)
  const query = Object.fromEntries(url.searchParams)
  return { path: url.pathname, query: Object.keys(query).length === 0 ? undefined : query }
}

/** An address without parameters comes before one that takes its last part for one. */
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
    throw new UsageError(`"${part}" is not a part of an address: a % in it stands alone`)
  }
}

function listPaths(operations: readonly Operation[]): string[] {
  return operations.flatMap(({ paths }) => paths.free ?? Object.values(paths)[0] ?? []).sort()
}

function unknownAddress(path: string, carried: readonly Operation[]): UsageError {
  const known = listPaths(carried)
  const close = suggest(path, known)
  const hint = close.length > 0 ? ` Did you mean ${close.join(', ')}?` : ''
  return new UsageError(
    `No operation has the address ${path}.${hint} Addresses with facts: ${known.join(', ')}`,
  )
}
