import { amongKeys } from '../../../cache/among-keys.ts'
import { keyedState } from '../../../cache/state.ts'
import { sql } from '../../../lib/sql.ts'
import type { Method } from '../derive/methodology.ts'
import { dimensionMethods } from '../facts.ts'

export type Methods = ReadonlyMap<string, readonly Method[]>

const KEY = sql`concat(metric, ' ', protocol)`

export function methodsKey(metric: string, protocol: string): string {
  return `${metric} ${protocol}`
}

/** What sources say of their methods, by metric and protocol. */
export const methodsState = keyedState<string, readonly Method[]>({
  name: 'dimensions.methods',
  reads: [dimensionMethods],
  key: KEY,
  load: async (snapshot, keys) => {
    const where = amongKeys(KEY, keys)
    const rows = await snapshot.query<Method & { key: string }>(
      sql`SELECT ${KEY} AS key, dataType, label, methodology, url
       FROM ${snapshot.current(dimensionMethods, where)} ORDER BY key, dataType, label`,
      { keys },
    )
    return Map.groupBy(rows, ({ key }) => key)
  },
})
