import { keyedState } from '../../../cache/state.ts'
import { sql } from '../../../lib/sql.ts'
import type { RowOf } from '../../../store/fact.ts'
import { rwaAssets } from '../facts.ts'

/** A real world asset as it was described. */
export type RwaAsset = Omit<RowOf<typeof rwaAssets>, 'atSec'>

/** All real world assets by id. */
export const rwaAssetsState = keyedState<string, RwaAsset>({
  name: 'rwa.assets',
  reads: [rwaAssets],
  key: sql`id`,
  load: async (snapshot, keys) => {
    const where = keys === 'all' ? sql`1` : sql`id IN {keys:Array(String)}`
    const rows = await snapshot.query<RwaAsset>(
      sql`SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(rwaAssets, where)}`,
      { keys },
    )
    return rows.map((row): [string, RwaAsset] => [row.id, row])
  },
})

/** The coin whose price an asset has; `undefined` when none is known. */
export function coinOf({
  coin,
  aggregatorId,
}: Pick<RwaAsset, 'coin' | 'aggregatorId'>): string | undefined {
  return coin ?? (aggregatorId === null ? undefined : `aggregator:${aggregatorId}`)
}
