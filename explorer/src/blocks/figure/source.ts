import type { Query } from '../../api/ask.ts'
import { type OperationId, operationAddress, operationOf } from '../../api/operations.ts'

/** Which answer a figure stands in: enough to ask where it comes from. */
export interface Source {
  readonly operation: OperationId
  readonly parameters: Query
  /** Moment of the figure, where it is one of a series. */
  readonly atSec?: number
  /** Fact that the figure is told by, where the operation reads several. */
  readonly fact?: string
}

// Figures about the service itself rest on no rows of facts.
const UNTRACED = /^\/(meta|keys|usage|app|sql)\b/
// They shape an answer; what it rests on is the same.
const SHAPES = new Set(['fields', 'format', 'limit', 'cursor', 'clientShapes', 'asOf'])

/** The source that an answer's own address tells; null where it is that of no operation. */
export function sourceOf(address: string | null): Source | null {
  const request = address === null || UNTRACED.test(address) ? null : operationOf(address)
  if (request === null) return null
  const { operation } = request
  const parameters = Object.fromEntries(
    Object.entries(request.parameters).filter(([name]) => !SHAPES.has(name)),
  )
  return operation === 'getPriceChartOrPoolChart'
    ? chartSource(parameters)
    : { operation, parameters }
}

/** One address has charts of coins and of pools; ids of coins have a colon. */
function chartSource({ coinsOrPool = '', ...rest }: Readonly<Record<string, string>>): Source {
  return coinsOrPool.includes(':')
    ? { operation: 'getPriceChart', parameters: { ...rest, coins: coinsOrPool } }
    : { operation: 'getPoolChart', parameters: { ...rest, pool: coinsOrPool } }
}

/** The request whose answer holds the figure. */
export function requestOf({ operation, parameters }: Source): string {
  return operationAddress(operation, parameters)
}
