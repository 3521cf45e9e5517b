import { isRequired } from '../../../src/http/openapi/parameters.ts'
import { exampleOf } from '../../../src/http/parameters.ts'
import type { Route } from '../../../src/http/route.ts'
import { NOW_SEC, type TestApp } from '../test-app.ts'
import { type Comparison, compareLeaves } from './compare-leaves.ts'

/** The address of an operation with the parameters of its example, those that are needed. */
export function exampleAddress(route: Route): string {
  const path = route.paths.pro ?? route.paths.free ?? route.paths.bridge ?? ''
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = route.params[name]
    if (parameter === undefined) throw new Error(`${path} has no parameter ${name}.`)
    return encodeURIComponent(String(exampleOf(parameter, NOW_SEC)))
  })
  const needed = Object.entries(route.query).filter(([name, one]) => isRequired(one, name))
  const query = needed.map(([name, one]) => [name, String(exampleOf(one, NOW_SEC))])
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`
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
