import type { StateDefinition } from '../../../cache/states.ts'
import type { RowOf } from '../../../store/fact.ts'
import { rwaAssets } from '../facts.ts'

/** A real world asset as it was described. */
export type RwaAsset = Omit<RowOf<typeof rwaAssets>, 'atSec'>

/** All real world assets by id, in the order of their ids. */
export const rwaAssetsState: StateDefinition<ReadonlyMap<string, RwaAsset>> = {
  name: 'rwa.assets',
  reads: [rwaAssets],
  build: async (snapshot) => {
    const rows = await snapshot.query<RwaAsset>(
      `SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(rwaAssets)} ORDER BY id`,
    )
    return new Map(rows.map((row) => [row.id, row]))
  },
}

/** The coin whose price an asset has; `undefined` when none is known. */
export function coinOf({
  coin,
  aggregatorId,
}: Pick<RwaAsset, 'coin' | 'aggregatorId'>): string | undefined {
  return coin ?? (aggregatorId === null ? undefined : `aggregator:${aggregatorId}`)
}
