import { sql } from '../../lib/sql.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import { hacks } from './facts.ts'
import type { HackRow } from './records.ts'

/** Newest first; the row of the latest run says which date one has, and replaces the others. */
export function readHacks(snapshot: Snapshot): Promise<HackRow[]> {
  const latest = sql`SELECT * FROM ${snapshot.current(hacks)} ORDER BY id, run DESC, atSec DESC LIMIT 1 BY id`
  return snapshot.query<HackRow>(
    sql`SELECT atSec, name, classification, technique, amountUsd, returnedUsd, chains, bridgeHack, targetType, link, protocol, language
     FROM (${latest}) WHERE NOT ifNull(withdrawn, false) ORDER BY atSec DESC, id`,
  )
}
