import type { TestApp } from '../test-app.ts'
import { type Comparison, compareLeaves } from './compare-leaves.ts'

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
  const expected: unknown = response.ok ? await response.json() : { status: response.status }
  const { body, status } = await mirror.get(address, { pro })
  return compareLeaves(expected, status === 200 ? body : { status })
}

/** `99.98%  /address` with the first differences below it. */
export function describeComparison({ address, leaves, equal, differences }: ComparedOperation) {
  const share = leaves === 0 ? 100 : (100 * equal) / leaves
  const more = equal === leaves ? [] : differences.map((text) => `            ${text}`)
  return [`${share.toFixed(2).padStart(6)}%  ${leaves} leaves  ${address}`, ...more].join('\n')
}
