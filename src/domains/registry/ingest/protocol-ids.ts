import type { ResponseContext } from '../../../sources/mirror/response.ts'
import { Registry } from '../registry.ts'

/** Ids of protocols that a response only names; `known` is by default what the call carries. */
export function protocolIds({ call, problem }: ResponseContext, known: unknown = call.known) {
  const registry = known instanceof Registry ? known : new Registry([])
  const missing = new Set<string>()
  return {
    /** The id of a protocol by name, slug or number; undefined where nobody here has it. */
    find: (text: string) => {
      const found = registry.find(text)
      if (found === undefined) missing.add(text)
      return found?.id
    },
    /** Says once how many were not found. */
    report: () => {
      const [first] = missing
      if (first !== undefined)
        problem(
          `names ${missing.size} protocols that are not known here, such as ${JSON.stringify(first)}. Mirror tvl first`,
        )
    },
  }
}
