import { UsageError } from '../../lib/errors.ts'
import type { Engine } from '../engine.ts'
import type { Fact } from '../fact.ts'
import { columnTypes, DATABASE, type Placement, storageTable, tableOf } from '../tables.ts'
import {
  declaredVersion,
  listPending,
  parseVersion,
  type SchemaVersion,
  versionText,
} from './migration.ts'

/** A table as it is in the store. */
export interface TableSchema {
  readonly version: SchemaVersion
  readonly sortingKey: string
  /** Types of the columns by name. */
  readonly columns: ReadonlyMap<string, string>
}

/** A fact whose table was written by an earlier version. */
export interface OutdatedFact {
  readonly fact: Fact
  readonly schema: TableSchema
}

/** All tables of the store, by name. */
export async function readSchemas(engine: Engine): Promise<Map<string, TableSchema>> {
  const rows = await engine.writerQuery<{
    name: string
    comment: string
    sortingKey: string
    types: Record<string, string>
  }>(
    `SELECT columns.table AS name, any(tables.comment) AS comment, any(tables.sorting_key) AS sortingKey,
       mapFromArrays(groupArray(columns.name), groupArray(columns.type)) AS types
     FROM system.columns AS columns INNER JOIN system.tables AS tables
     ON columns.database = tables.database AND columns.table = tables.name
     WHERE columns.database = {database:String} AND tables.database = {database:String} GROUP BY columns.table`,
    { database: DATABASE },
  )
  return new Map(
    rows.map(({ name, comment, sortingKey, types }) => [
      name,
      { version: parseVersion(comment), sortingKey, columns: new Map(Object.entries(types)) },
    ]),
  )
}

/** Facts that have to be migrated; throws for a store that this version must not touch. */
export function findOutdated(
  schemas: ReadonlyMap<string, TableSchema>,
  facts: readonly Fact[],
  placement: Placement,
): OutdatedFact[] {
  return facts.flatMap((fact) => {
    const schema = schemas.get(nameOf(storageTable(tableOf(fact), placement)))
    if (schema === undefined) return []
    requireNotNewer(fact, schema)
    if (listPending(fact, schema.version).length > 0) return [{ fact, schema }]
    requireDeclared(fact, schema)
    return []
  })
}

function requireNotNewer(fact: Fact, { version }: TableSchema): void {
  const known = declaredVersion(fact)
  if (version.common <= known.common && version.own <= known.own) return
  throw new UsageError(
    `The store was written by a newer version of Almanac: ${fact.name} has ${versionText(version)}, this version knows ${versionText(known)}. ` +
      'Start the newer version again, or restore a backup from before the upgrade. Nothing was changed.',
  )
}

/** What differs without a migration would be read or written wrongly. */
function requireDeclared(fact: Fact, { columns, sortingKey }: TableSchema): void {
  const wanted = [...fact.order, 'run'].join(', ')
  const differing = Object.entries(columnTypes(fact)).find(([name, type]) => {
    const found = columns.get(name)
    return found !== undefined && found !== type.replace(/ CODEC\(.*\)$/, '')
  })
  if (differing === undefined && sortingKey === wanted) return
  const what =
    differing === undefined
      ? `is in the order ${sortingKey}, not ${wanted}`
      : `has ${differing[0]} as ${columns.get(differing[0])}, not ${differing[1]}`
  throw new UsageError(
    `The table of ${fact.name} ${what}, and no migration is declared for that. Start the version of Almanac that wrote the store. Nothing was changed.`,
  )
}

/** The name of a table within the database. */
export function nameOf(table: string): string {
  return table.slice(DATABASE.length + 1)
}
