import type { StateDefinition } from '../../../cache/states.ts'
import { dimensionMethods } from '../facts.ts'

/** How a figure is counted: in words, and where that can be read. */
export interface Method {
  dataType: string
  label: string
  methodology: string
  url: string | null
}

export type Methods = ReadonlyMap<string, readonly Method[]>

export function methodsKey(metric: string, protocol: string): string {
  return `${metric} ${protocol}`
}

/** What sources say of their methods, by metric and protocol. */
export const methodsState: StateDefinition<Methods> = {
  name: 'dimensions.methods',
  reads: [dimensionMethods],
  build: async (snapshot) => {
    const rows = await snapshot.query<Method & { metric: string; protocol: string }>(
      `SELECT metric, protocol, dataType, label, methodology, url FROM ${snapshot.current(dimensionMethods)} ORDER BY metric, protocol, dataType, label`,
    )
    const methods = new Map<string, Method[]>()
    for (const { metric, protocol, ...method } of rows) {
      const key = methodsKey(metric, protocol)
      methods.set(key, [...(methods.get(key) ?? []), method])
    }
    return methods
  },
}
