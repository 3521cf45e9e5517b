import type { Route } from '../../../src/http/route.ts'
import { exampleUrl } from '../operations.ts'
import type { TestApp } from '../test-app.ts'
import { type Comparison, compareLeaves } from './compare-leaves.ts'

/** The URL of an operation with its example. */
export function exampleAddress(route: Route): string {
  return exampleUrl(route, route.paths.pro ?? route.paths.free ?? route.paths.bridge ?? '')
}

export interface ComparedOperation extends Comparison {
  operation: string
  address: string
}

/** Asks the origin and its mirror the same and compares what they say. */
export async function compareAddress(
  origin: { url: string; key: string },
  mirror: TestApp,
  address: string,
  { pro = true } = {},
): Promise<Comparison> {
  const response = await fetch(`${origin.url}${pro ? `/${origin.key}` : ''}${address}`)
  if (!response.ok) throw new Error(`${address} of the origin: ${await response.text()}`)
  const expected: unknown = await response.json()
  const { body, status } = await mirror.get(address, { pro })
  return compareLeaves(expected, status === 200 ? body : { status })
}

/** `99.98%  /address` with the first differences below it. */
export function describeComparison({ address, leaves, equal, differences }: ComparedOperation) {
  const share = leaves === 0 ? 100 : (100 * equal) / leaves
  const more = [...differences.values()].map((text) => `            ${text}`)
  return [`${share.toFixed(2).padStart(6)}%  ${leaves} leaves  ${address}`, ...more].join('\n')
}
