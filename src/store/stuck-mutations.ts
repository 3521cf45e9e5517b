import { setTimeout as sleep } from 'node:timers/promises'
import { literal, type Sql, sql } from '../lib/sql.ts'
import { NoRoomError } from './room.ts'

const WATCH_INTERVAL_MS = 500
/** What the engine wants free for each byte of a part that it rewrites. */
const ROOM_PER_BYTE = 1.1

interface StuckMutation {
  database: string
  table: string
  id: string
  partBytes: number
  freeBytes: number
}

/** Asks the engine aside from the connection that waits. */
export interface Aside {
  query: (statement: Sql) => Promise<unknown[]>
  kill: (statement: Sql) => Promise<void>
}

/** Parts without room for a copy, of which the engine says nothing: their mutations never end. */
const STUCK_SQL = sql`
  SELECT mutation.database AS database, mutation.table AS table, mutation.mutation_id AS id,
    toFloat64(part.bytes_on_disk) AS partBytes, toFloat64(room.free) AS freeBytes
  FROM system.mutations AS mutation
  INNER JOIN system.parts AS part ON part.database = mutation.database AND part.table = mutation.table
  CROSS JOIN (SELECT min(free_space) AS free FROM system.disks) AS room
  WHERE NOT mutation.is_done AND part.active AND has(mutation.parts_to_do_names, part.name)
    AND partBytes * ${ROOM_PER_BYTE} > freeBytes
    AND part.name NOT IN (SELECT arrayJoin(source_part_names) FROM system.merges)
  ORDER BY partBytes DESC LIMIT 1`

/** Waits for a mutation as long as it can go on; without room it is ended, and can be done again. */
export async function endWithoutRoom(mutation: Promise<void>, aside: Aside): Promise<void> {
  const waiting = new AbortController()
  const { signal } = waiting
  let shortage: NoRoomError | undefined
  const watch = async () => {
    for (;;) {
      await sleep(WATCH_INTERVAL_MS, undefined, { signal })
      const stuck = await findStuck(aside.query)
      if (stuck === undefined || signal.aborted) continue
      shortage = noRoomFor(stuck)
      await aside.kill(
        sql`KILL MUTATION WHERE database = ${literal(stuck.database)} AND table = ${literal(stuck.table)} AND mutation_id = ${literal(stuck.id)}`,
      )
    }
  }
  // It ends with the wait; should it fail before, the wait is as it was without it.
  const watching = watch().catch(() => undefined)
  try {
    await mutation
  } catch (error) {
    throw shortage ?? error
  } finally {
    waiting.abort()
    await watching
  }
}

/** Throws when a mutation cannot go on for lack of room. */
export async function requireRoomForMutations(query: Aside['query']): Promise<void> {
  const stuck = await findStuck(query)
  if (stuck !== undefined) throw noRoomFor(stuck)
}

async function findStuck(query: Aside['query']): Promise<StuckMutation | undefined> {
  return (await query(STUCK_SQL))[0] as StuckMutation | undefined
}

function noRoomFor({ table, partBytes, freeBytes }: StuckMutation): NoRoomError {
  const mb = (bytes: number) => Math.ceil(bytes / 1e6).toLocaleString('en')
  return new NoRoomError(
    `The disk has no room to rewrite ${mb(partBytes * ROOM_PER_BYTE)} MB of ${table}: ${mb(freeBytes)} MB are free. Make room and try again.`,
  )
}
