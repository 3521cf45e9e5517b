import { sql } from '../../../lib/sql.ts'
import type { Observations } from '../../../sources/model/observations.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { stablecoins } from '../facts.ts'

/** A supply of a stablecoin that nobody has described is nowhere to be seen. */
export async function remarkAssets(seen: Observations, snapshot: Snapshot): Promise<string[]> {
  const ids = [...new Set(seen.supplies.map(({ asset }) => asset))]
  if (ids.length === 0) return []
  const rows = await snapshot.query<{ id: string }>(
    sql`SELECT id FROM ${snapshot.current(stablecoins, sql`id IN {ids:Array(String)}`)}`,
    { ids },
  )
  const known = new Set(rows.map(({ id }) => id))
  return ids
    .filter((id) => !known.has(id))
    .map(
      (id) =>
        `No endpoint shows these figures: there is no stablecoin "${id}". Import it (\`almanac facts stablecoins\`).`,
    )
}
