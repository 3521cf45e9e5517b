import { at } from '../../../lib/at.ts'
import { UsageError } from '../../../lib/errors.ts'
import { identifier, identifiers, joinSql, literal, type Sql, sql } from '../../../lib/sql.ts'
import { contentSql } from '../../../runs/import/duplicates.ts'
import type { Stage } from '../../../runs/stage.ts'
import { type Fact, identityColumns } from '../../../store/fact.ts'
import { hasRepeats } from '../../../store/replacement-sql.ts'
import type { Store } from '../../../store/store.ts'
import { storageTable } from '../../../store/tables.ts'

/** Rows of one key that say different things. */
export interface Contradiction {
  cik: string
  reason: string
  rows: number
}

/** More of them are archives of different days, which are better imported one by one. */
const MAX_CONTRADICTIONS = 10_000
// Bound values travel in the URL of a request, which servers limit.
const KEYS_BATCH_SIZE = 2_000

/** Takes rows that contradict each other out of a run (import.md#contradictions). */
export async function removeContradictions(
  store: Store,
  stage: Stage,
  fact: Fact,
): Promise<Contradiction[]> {
  const { engine, placement } = store
  const table = await stage.table(fact)
  const [counted] = await engine.writerQuery<{ rows: number }>(
    sql`SELECT count() AS rows FROM ${table}`,
  )
  const repeats = { from: sql`FROM ${table}`, rows: counted?.rows ?? 0 }
  if (!(await hasRepeats(engine, fact, repeats))) return []
  const identity = identifiers(identityColumns(fact))
  const hash = sql`toString(cityHash64(${identity}))`
  const found = await engine.writerQuery<Contradiction & { hash: string }>(
    sql`SELECT ${hash} AS hash, toString(cik) AS cik, count() AS rows, ${reasonSql(fact)} AS reason FROM ${table} GROUP BY ${identity} HAVING rows > 1 AND uniqExact(${contentSql(fact)}) > 1 ORDER BY ${identity} LIMIT {limit:UInt32} SETTINGS optimize_aggregation_in_order = 1`,
    { limit: MAX_CONTRADICTIONS + 1 },
  )
  if (found.length > MAX_CONTRADICTIONS)
    throw new UsageError(
      `the files contradict each other in more than ${MAX_CONTRADICTIONS.toLocaleString('en')} rows of ${fact.name}; import archives of different days one by one, the oldest first`,
    )
  for (let from = 0; from < found.length; from += KEYS_BATCH_SIZE)
    await engine.onShards(
      sql`ALTER TABLE ${storageTable(table, placement)}${placement.onCluster} DELETE WHERE ${hash} IN {keys:Array(String)} SETTINGS mutations_sync = 2`,
      { keys: found.slice(from, from + KEYS_BATCH_SIZE).map((one) => one.hash) },
    )
  return found.map(({ cik, reason, rows }) => ({ cik, reason, rows }))
}

/** `company_facts of … has different values: value "5" and "6"`, of the first column that differs. */
function reasonSql(fact: Fact): Sql {
  const names = Object.keys(fact.values)
  const texts = names.map(
    (name) =>
      sql`arraySort(groupUniqArray(2)(substringUTF8(ifNull(toString(${identifier(name)}), ''), 1, 60)))`,
  )
  const shown = names.map(
    (name, index) =>
      sql`concat(${literal(`another ${name} ("`)}, arrayStringConcat(${at(texts, index)}, '" and "'), '")')`,
  )
  const key = identityColumns(fact).map(
    (name) => sql`${literal(`${name} `)}, toString(${identifier(name)})`,
  )
  return sql`concat(${literal(`${fact.name} of `)}, ${joinSql(key, sql`, ', ', `)}, ' has ', multiIf(${joinSql(
    names.slice(0, -1).map((_, index) => sql`length(${at(texts, index)}) > 1, ${at(shown, index)}`),
  )}, ${at(shown, shown.length - 1)}), '; neither is taken')`
}
