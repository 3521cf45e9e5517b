import { sql } from '../../../lib/sql.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { meansLabel } from '../derive/market/label-slug.ts'
import { equitySectors } from '../facts.ts'

/** The text that describes a sector, if there is one. */
export async function readSectorDescription(
  snapshot: Snapshot,
  sector: string,
): Promise<string | null> {
  const rows = await snapshot.query<{ sector: string; description: string }>(
    sql`SELECT sector, description FROM ${snapshot.current(equitySectors)} ORDER BY sector`,
  )
  return rows.find((row) => meansLabel(row.sector, sector))?.description ?? null
}
