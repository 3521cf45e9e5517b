import { sql } from '../lib/sql.ts'
import { qualityHolds } from '../live/guards/holds/facts.ts'
import { SOURCE_STATES, sourceStates } from '../live/schedule/source-state-log.ts'
import type { Run } from '../store/journal.ts'
import type { Snapshot } from '../store/snapshot.ts'
import type { Store } from '../store/store.ts'
import { afterRun, type EventName, type FollowEvent, idOf } from './event.ts'

/** Readings that an event shows; the rest are counted. */
const MAX_READINGS = 20

interface HeldReading {
  fact: string
  state: EventName
  count: number
  /** As JSON, because the engine gives tuples without names. */
  readings: [string, string, number, string, string, number | null, number | null][]
}

interface Part {
  name: EventName
  facts: readonly string[]
  content: Record<string, unknown>
}

/** The events of a committed run, the same whenever they are read. The commit is the last. */
export async function readEvents(
  store: Pick<Store, 'snapshotOf'>,
  run: Run,
): Promise<FollowEvent[]> {
  const snapshot = store.snapshotOf(run.id)
  const parts: Part[] = [
    ...(run.facts.includes(qualityHolds.name) ? await readReadings(snapshot) : []),
    ...(run.facts.includes(sourceStates.name) ? await readSourceStates(snapshot) : []),
  ]
  const events = parts.map((part, index) => toEvent(run, { run: run.id, part: index + 1 }, part))
  return [...events, toEvent(run, afterRun(run.id), commitOf(run))]
}

function toEvent(
  { id: run, atMs }: Run,
  position: FollowEvent['position'],
  { name, facts, content }: Part,
): FollowEvent {
  const at = new Date(atMs).toISOString()
  const text = JSON.stringify({ id: idOf(position), event: name, run, at, ...content })
  return { position, name, facts, text }
}

function commitOf({ source, facts, rows, accepted, rejected, held, note }: Run): Part {
  const counted = facts.map((fact) => ({ fact, rows: rows[fact] ?? null }))
  return {
    name: 'commit',
    facts,
    content: { source, facts: counted, accepted, rejected, held, note },
  }
}

/** One event for each fact and decision: an import may hold a hundred thousand readings. */
async function readReadings(snapshot: Snapshot): Promise<Part[]> {
  const rows = await snapshot.query<HeldReading>(
    sql`SELECT fact, state, count() AS count,
       arraySlice(arraySort(groupArray((atSec, series, id, guard, reason, value, servedValue))), 1, ${MAX_READINGS}) AS readings
     ${snapshot.versions(qualityHolds, sql`run = {snapshotRun:UInt32} AND state IN ('held', 'released', 'rejected')`)}
     GROUP BY fact, state ORDER BY fact, state`,
  )
  return rows.map(({ fact, state, count, readings }) => ({
    name: state,
    facts: [fact],
    content: {
      fact,
      count: Number(count),
      readings: readings.map(([atSec, text, id, guard, reason, value, servedValue]) => {
        const series = JSON.parse(text) as Record<string, string>
        return { id, series, atSec, guard, reason, value, servedValue }
      }),
    },
  }))
}

async function readSourceStates(snapshot: Snapshot): Promise<Part[]> {
  const rows = await snapshot.query<{ source: string; state: string; reason: string | null }>(
    sql`SELECT source, state, reason ${snapshot.versions(sourceStates, sql`run = {snapshotRun:UInt32}`)} ORDER BY source`,
  )
  return rows.flatMap(({ source, state, reason }) => {
    const name = SOURCE_STATES.find((known) => known === state)
    return name === undefined ? [] : { name, facts: [], content: { source, reason } }
  })
}
