import {
  OPERATIONS,
  type Operation,
  type OperationId,
  rootOf,
  urlOf,
} from '../../../packages/client/src/index.ts'

export type { OperationId, ParametersOf, ResponseOf } from '../../../packages/client/src/index.ts'

const BASE = 'http://service'

/** An operation with the parameters of one request. */
export interface OperationRequest {
  readonly operation: OperationId
  readonly parameters: Readonly<Record<string, string>>
}

export function operationIds(): OperationId[] {
  return Object.keys(OPERATIONS) as OperationId[]
}

export function isOperation(id: string): id is OperationId {
  return Object.hasOwn(OPERATIONS, id)
}

/** Path and query of an operation, on the root that needs no key where there is one. */
export function operationPath(
  id: OperationId,
  parameters: Readonly<Record<string, unknown>>,
): string {
  const operation = OPERATIONS[id]
  const root = rootOf(operation, false, 'free')
  return urlOf(operation, parameters, { baseUrl: BASE, root }).slice(BASE.length)
}

export function methodOf(id: OperationId): string {
  return OPERATIONS[id].method
}

/** Whether an operation changes nothing. */
export function isReading(id: OperationId): boolean {
  const operation: Operation = OPERATIONS[id]
  return operation.method === 'GET' || operation.isRead === true
}

/** Whether an operation is on no root that is read without a key. */
export function needsKey(id: OperationId): boolean {
  return rootOf(OPERATIONS[id], false, 'free') === 'pro'
}

/** Which operation a path asks, and with what; null where it is none. */
export function operationOf(path: string): OperationRequest | null {
  const { pathname, searchParams } = new URL(path, BASE)
  for (const { id, pattern } of PATTERNS) {
    const found = pattern.exec(pathname)
    if (found === null) continue
    const named = Object.entries(found.groups ?? {}).map(([name, value]) => [
      name,
      decodeURIComponent(value),
    ])
    return { operation: id, parameters: Object.fromEntries([...named, ...searchParams]) }
  }
  return null
}

// Plain paths first: /meta/runs/{id} must not take what has a name of its own.
const PATTERNS = operationIds()
  .filter((id) => OPERATIONS[id].method === 'GET')
  .flatMap((id) => {
    const { path, roots } = OPERATIONS[id]
    return Object.values(roots).map((root) => ({ id, path: `${root}${path}` }))
  })
  .sort((a, b) => placeholders(a.path) - placeholders(b.path))
  .map(({ id, path }) => ({
    id,
    pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }))

function placeholders(path: string): number {
  return path.split('{').length
}
