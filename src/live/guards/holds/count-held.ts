import { sql } from '../../../lib/sql.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { qualityHolds } from './facts.ts'

/** How many readings of each fact are held now. */
export async function countHeld(snapshot: Snapshot): Promise<{ fact: string; count: number }[]> {
  return snapshot.query(
    sql`SELECT fact, count() AS count FROM ${snapshot.current(qualityHolds)} WHERE state = 'held' GROUP BY fact ORDER BY fact`,
  )
}
