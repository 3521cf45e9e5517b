import { UsageError } from '../../lib/errors.ts'
import { identifier, type Sql, sql } from '../../lib/sql.ts'
import type { Engine } from '../engine.ts'
import type { Fact } from '../fact.ts'
import { columnTypes, DATABASE, type Placement, tableOf } from '../tables.ts'
import {
  declaredVersion,
  isNewer,
  parseTableName,
  type SchemaVersion,
  versionText,
} from './migration.ts'

/** The comment of a table whose rows are still being copied. */
export const BUILDING = 'building'

/** A table of a fact as it is on one node. */
export interface TableSchema {
  /** The table that is read: on a cluster, the one over all shards. */
  readonly table: Sql
  readonly fact: string
  readonly version: SchemaVersion
  /** All its rows are there. */
  readonly isComplete: boolean
  readonly sortingKey: string
  /** Types of the columns by name. */
  readonly columns: ReadonlyMap<string, string>
  /** How long its declaration has been as it is, by the clock of the node. */
  readonly ageSec: number
}

/** A fact whose newest table was written by an earlier version. */
export interface OutdatedFact {
  readonly fact: Fact
  readonly schema: TableSchema
}

/** What has to be done about the tables of a store. */
export interface FoundTables {
  outdated: OutdatedFact[]
  /** Complete, but some node does not know that yet. */
  unmarked: Fact[]
  /** Tables in whose place newer ones are read. */
  replaced: TableSchema[]
}

/** The tables of facts on all nodes that answer. */
export async function readSchemas(engine: Engine, placement: Placement): Promise<TableSchema[]> {
  const suffix = placement.cluster === undefined ? '' : '_local'
  const nodes = await engine.queryNodes<{
    name: string
    comment: string
    sortingKey: string
    ageSec: number
    types: Record<string, string>
  }>(
    sql`SELECT columns.table AS name, any(tables.comment) AS comment, any(tables.sorting_key) AS sortingKey,
       toInt64(dateDiff('second', any(tables.metadata_modification_time), now())) AS ageSec,
       mapFromArrays(groupArray(columns.name), groupArray(columns.type)) AS types
     FROM system.columns AS columns INNER JOIN system.tables AS tables
     ON columns.database = tables.database AND columns.table = tables.name
     WHERE columns.database = {database:String} AND tables.database = {database:String}
     AND startsWith(columns.table, 'fact_') AND endsWith(columns.table, {suffix:String}) GROUP BY columns.table`,
    { database: DATABASE, suffix },
  )
  return nodes.flat().flatMap(({ name: storage, comment, types, ...rest }): TableSchema[] => {
    const name = storage.slice(0, storage.length - suffix.length)
    const found = parseTableName(name)
    if (found === undefined) return []
    const table = identifier(DATABASE, name)
    const columns = new Map(Object.entries(types))
    return [{ table, ...found, isComplete: comment !== BUILDING, columns, ...rest }]
  })
}

/** What has to be done; throws for a store that this version must not touch. */
export function examine(schemas: readonly TableSchema[], facts: readonly Fact[]): FoundTables {
  const found: FoundTables = { outdated: [], unmarked: [], replaced: [] }
  for (const fact of facts) {
    const own = schemas.filter((schema) => schema.fact === fact.name)
    const complete = own.filter(({ isComplete }) => isComplete)
    requireNotNewer(fact, complete)
    const [first] = complete
    if (first === undefined) continue
    const newest = complete.reduce(
      (best, one) => (isNewer(one.version, best.version) ? one : best),
      first,
    )
    found.replaced.push(...complete.filter(({ version }) => isNewer(newest.version, version)))
    if (newest.table.text !== tableOf(fact).text) {
      found.outdated.push({ fact, schema: newest })
      continue
    }
    for (const schema of complete)
      if (schema.table.text === newest.table.text) requireDeclared(fact, schema)
    if (own.some(({ table, isComplete }) => table.text === newest.table.text && !isComplete))
      found.unmarked.push(fact)
  }
  return found
}

/** Why this version can neither open a store nor go on writing it; `undefined` when it can. */
export function explainNewer(
  complete: readonly Pick<TableSchema, 'fact' | 'version'>[],
  fact: Fact,
): string | undefined {
  const known = declaredVersion(fact)
  const newer = complete.find((one) => one.fact === fact.name && isNewer(one.version, known))
  if (newer === undefined) return undefined
  return `The store was written by a newer version of Almanac: ${fact.name} has ${versionText(newer.version)}, this version knows ${versionText(known)}.`
}

function requireNotNewer(fact: Fact, schemas: readonly TableSchema[]): void {
  const reason = explainNewer(schemas, fact)
  if (reason !== undefined)
    throw new UsageError(
      `${reason} Start the newer version again, or restore a backup from before the upgrade. Nothing was changed.`,
    )
}

/** What differs without a migration would be read or written wrongly. */
function requireDeclared(fact: Fact, { columns, sortingKey }: TableSchema): void {
  const wanted = [...fact.order, 'run'].join(', ')
  const differing = Object.entries(columnTypes(fact)).find(([name, type]) => {
    const found = columns.get(name)
    return found !== undefined && found !== type.text.replace(/ CODEC\(.*\)$/, '')
  })
  if (differing === undefined && sortingKey === wanted) return
  const what =
    differing === undefined
      ? `is in the order ${sortingKey}, not ${wanted}`
      : `has ${differing[0]} as ${columns.get(differing[0])}, not ${differing[1].text}`
  throw new UsageError(
    `The table of ${fact.name} ${what}, and no migration is declared for that. Start the version of Almanac that wrote the store. Nothing was changed.`,
  )
}
