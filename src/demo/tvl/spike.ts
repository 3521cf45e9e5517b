import { tvlRecords } from '../../domains/tvl/facts.ts'
import { DAY_SEC, dayStart, HOUR_SEC } from '../../lib/clock.ts'
import { sql } from '../../lib/sql.ts'
import { holdId, qualityHolds } from '../../live/guards/holds/facts.ts'
import type { ReadyRows } from '../../runs/run.ts'
import type { CorrectionTarget } from '../demo-world.ts'

const NAME = 'Harbor Swap'
const FACTOR = 3
// An hour whose record has no tokens beside it: those would have to be held too.
const BEFORE_END_SEC = 3 * DAY_SEC - 15 * HOUR_SEC

interface RecordRow {
  chain: string
  section: string
  tvlUsd: number
}

/** A second reading three times the first: held, as the guards would, and the first is served. */
export async function holdSpike({
  range,
  market,
  snapshot,
}: CorrectionTarget): Promise<ReadyRows['rows']> {
  const protocol = market.protocols.find(({ name }) => name === NAME)?.id
  if (protocol === undefined) throw new Error(`The demo world has no ${NAME}.`)
  const atSec = dayStart(range.toSec) - BEFORE_END_SEC
  const served = await snapshot.query<RecordRow>(
    sql`SELECT chain, section, tvlUsd FROM ${snapshot.current(
      tvlRecords,
      sql`protocol = {protocol:String} AND atSec = {atSec:UInt32}`,
    )}`,
    { protocol, atSec },
  )
  const servedValue = served.reduce((sum, { tvlUsd }) => sum + tvlUsd, 0)
  const series = { protocol }
  const hold = {
    fact: tvlRecords.name,
    series: JSON.stringify(series),
    atSec,
    id: holdId(JSON.stringify([tvlRecords.name, series, atSec])),
    state: 'held',
    guard: 'spike',
    reason: `tvlUsd is ×${FACTOR} of the reading before; the limit is ×2.`,
    release: 'agreement',
    value: FACTOR * servedValue,
    servedValue,
    figures: '{}',
    decidedBy: null,
    decisionReason: null,
    heldRun: null,
  }
  const rows = served.map((row) => ({
    ...row,
    protocol,
    atSec,
    tvlUsd: FACTOR * row.tvlUsd,
    quality: 'held',
  }))
  return [
    { fact: qualityHolds, rows: [hold] },
    { fact: tvlRecords, rows },
  ]
}
