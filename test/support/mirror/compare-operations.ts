import type { Route } from '../../../src/http/route.ts'
import { exampleUrl } from '../operations.ts'
import type { TestApp } from '../test-app.ts'
import { type Comparison, compareLeaves } from './compare-leaves.ts'

/** The path of an operation with its example. */
export function examplePath(route: Route): string {
  return exampleUrl(route, route.paths.pro ?? route.paths.free ?? route.paths.bridge ?? '')
}

export interface ComparedOperation extends Comparison {
  operation: string
  path: string
}

/** Asks the origin and its mirror the same and compares what they say. */
export async function comparePath(
  origin: { url: string; key: string },
  mirror: TestApp,
  path: string,
  { pro = true } = {},
): Promise<Comparison> {
  const response = await fetch(`${origin.url}${pro ? `/${origin.key}` : ''}${path}`)
  if (!response.ok) throw new Error(`${path} of the origin: ${await response.text()}`)
  const expected: unknown = await response.json()
  const { body, status } = await mirror.get(path, { pro })
  return compareLeaves(expected, status === 200 ? body : { status })
}

/** `99.98%  /path` with the first differences below it. */
export function describeComparison({ path, leaves, equal, differences }: ComparedOperation) {
  const share = leaves === 0 ? 100 : (100 * equal) / leaves
  const more = [...differences.values()].map((text) => `            ${text}`)
  return [`${share.toFixed(2).padStart(6)}%  ${leaves} leaves  ${path}`, ...more].join('\n')
}
