import { DAY_SEC, dayStart } from '../../lib/clock.ts'
import { identifier, identifiers, sql } from '../../lib/sql.ts'
import type { Fact } from '../../store/fact.ts'
import { type Condition, filterSql, onDayOf, type RowFilter } from '../../store/row-filter.ts'
import { listNewestRows, type RowPage } from '../../store/row-versions.ts'
import type { Snapshot } from '../../store/snapshot.ts'

// The newest rows are looked for among ever older ones: most facts have enough in a day.
const SPANS_SEC = [DAY_SEC, 30 * DAY_SEC]
// Of more series than this, those without a row on a day are not looked up before it.
const MAX_CARRIED_SERIES = 100

/** The newest of the rows that a filter lets through. */
export async function readNewest(
  snapshot: Snapshot,
  fact: Fact,
  { filter, newestSec, limit }: { filter: RowFilter; newestSec: number | null; limit: number },
): Promise<RowPage> {
  const isOpen = fact.time !== undefined && filter.fromSec === undefined && newestSec !== null
  const lastSec = Math.min(newestSec ?? 0, filter.toSec ?? Number.POSITIVE_INFINITY)
  for (const spanSec of isOpen ? SPANS_SEC : []) {
    const recent = filterSql(fact, { ...filter, fromSec: lastSec - spanSec })
    const page = await listNewestRows(snapshot, fact, { filter: recent, limit })
    if (!page.isComplete) return page
  }
  return listNewestRows(snapshot, fact, { filter: filterSql(fact, filter), limit })
}

/** The rows of a UTC day; of a series without one its newest row before, which is carried on. */
export function rowsOfDay(
  snapshot: Snapshot,
  fact: Fact,
  filter: RowFilter,
  atSec: number,
): Condition {
  const [first = ''] = fact.order
  const series = filter.columns?.[first]?.length ?? Number.POSITIVE_INFINITY
  const { where, newest, params } = filterSql(fact, onDayOf(filter, atSec))
  if (fact.time === undefined || series > MAX_CARRIED_SERIES) return { where, newest, params }
  const daySec = dayStart(atSec)
  const until = filterSql(fact, { ...filter, fromSec: undefined, toSec: daySec + DAY_SEC - 1 })
  const key = identifiers(Object.keys(fact.key))
  const last = sql`SELECT ${key}, max(${identifier(fact.time)}) ${snapshot.versions(fact, until.where)} GROUP BY ${key}`
  return {
    where: sql`${until.where} AND (${identifier(fact.time)} >= {daySec:UInt32} OR (${key}, ${identifier(fact.time)}) IN (${last}))`,
    newest,
    params: { ...until.params, daySec },
  }
}
