import { type Parameter, quote, whole } from '../../../http/parameters.ts'
import { invalidParameter } from '../../../lib/errors.ts'
import { chains } from '../../registry/public.ts'
import type { DayFlows } from '../read/day-flows.ts'

const MAX_ID = 2_147_483_647
export const ALL = 'all'

function numberOf(describe: string): Parameter<number | undefined> {
  return whole(describe, { min: 1, max: MAX_ID, byDefault: undefined, example: 1 })
}

/** The number of a bridge in a path. */
export function bridgeId(): Parameter<number> {
  const number = numberOf('Number of the bridge; GET /bridges lists them.')
  return {
    ...number,
    parse: (value, name) => {
      const id = number.parse(value, name)
      if (id === undefined) throw invalidParameter(name, 'is required.')
      return id
    },
  }
}

/** The number of a bridge in a query. */
export function optionalBridgeId(): Parameter<number | undefined> {
  return numberOf('Only this bridge; GET /bridges lists the numbers.')
}

/** The number of a bridge, or `all`, which is `undefined`. */
export function bridgeIdOrAll(): Parameter<number | undefined> {
  return {
    describe:
      'Number of the bridge; GET /bridges lists them. `all`: the transactions of all bridges.',
    example: '1',
    schema: { type: 'string', pattern: '^(\\d{1,10}|all)$' },
    parse: (value = '', name) => {
      if (value === ALL) return undefined
      const id = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
      if (!(id >= 1 && id <= MAX_ID))
        throw invalidParameter(
          name,
          `must be a whole number from 1 to ${MAX_ID}, or all, not ${quote(value)}.`,
        )
      return id
    },
  }
}

/** The key of a chain, also of one that only transfers know; an unknown one is a 404. */
export function chainKeyOf(text: string, flows: DayFlows): string {
  return chains.getKey(
    text,
    [...flows.values()].flatMap((byChain) => [...byChain.keys()]),
  )
}
