import type { ResponseContext } from '../../../sources/mirror/response.ts'
import { Registry } from '../registry.ts'

export interface ProtocolIds {
  /** The id of a protocol by name, slug or number; undefined where nobody here has it. */
  find(text: string): string | undefined
  /** Says once how many were not found. */
  report(): void
}

/** Ids of protocols that a response only names; `known` is by default what the call carries. */
export function protocolIds(
  { call, problem }: ResponseContext,
  known: unknown = call.known,
): ProtocolIds {
  const registry = known instanceof Registry ? known : new Registry([])
  const missing = new Set<string>()
  return {
    find: (text) => {
      const found = registry.find(text)
      if (found === undefined) missing.add(text)
      return found?.id
    },
    report: () => {
      const [first] = missing
      if (first !== undefined)
        problem(
          `names ${missing.size} protocols that are not known here, such as ${JSON.stringify(first)}. Mirror tvl first`,
        )
    },
  }
}
