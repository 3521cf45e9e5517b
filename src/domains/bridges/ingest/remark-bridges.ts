import { sql } from '../../../lib/sql.ts'
import type { Observations } from '../../../sources/model/observations.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { bridges } from '../facts.ts'

/** Transfers of a bridge that nobody has described are nowhere to be seen. */
export async function remarkBridges(seen: Observations, snapshot: Snapshot): Promise<string[]> {
  const ids = [...new Set(seen.transfers.map(({ bridge }) => bridge))]
  if (ids.length === 0) return []
  const rows = await snapshot.query<{ id: number }>(
    sql`SELECT id FROM ${snapshot.current(bridges, sql`id IN {ids:Array(Int64)}`)}`,
    { ids },
  )
  const known = new Set(rows.map(({ id }) => Number(id)))
  return ids
    .filter((id) => !known.has(id))
    .map(
      (id) =>
        `No endpoint shows these figures: there is no bridge ${id}. Import it (\`almanac facts bridges\`).`,
    )
}
