import { identifier, sql } from '../lib/sql.ts'
import type { Fact, RowOf } from '../store/fact.ts'
import { amongKeys } from './among-keys.ts'
import type { SharedMap } from './shared-map.ts'
import { keyedState, type State } from './state.ts'

/** A row of a fact that has no time. */
export type TimelessRow<F> = Omit<RowOf<F>, 'atSec'>

/** All rows of a fact that has one key column and no time, by that column. */
export function rowState<F extends Fact, K extends keyof TimelessRow<F> & string>(
  name: string,
  fact: F,
  key: K,
): State<SharedMap<TimelessRow<F>[K] & (string | number), TimelessRow<F>>> {
  const column = sql`${identifier(key)}`
  return keyedState({
    name,
    reads: [fact],
    key: column,
    load: async (snapshot, keys) => {
      const rows = await snapshot.query<TimelessRow<F>>(
        sql`SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(fact, amongKeys(column, keys))}`,
        { keys },
      )
      return rows.map((row) => [row[key] as TimelessRow<F>[K] & (string | number), row] as const)
    },
  })
}
