import { type Sql, sql } from '../../lib/sql.ts'
import type { Engine, SqlParams } from '../../store/engine.ts'
import type { Fact } from '../../store/fact.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import type { Rejects } from './rejects.ts'

/** Rows of an import on their way into a run's stage. */
export interface ImportWork {
  readonly engine: Engine
  readonly fact: Fact
  /** Where the rows are. */
  readonly table: Sql
  /** The name of a further table of this import. */
  readonly sideTable: (purpose: string) => Sql
  readonly rejects: Rejects
}

export interface SettleOptions extends ImportWork {
  readonly strict: boolean
  /** Words that nobody knows are accepted. */
  readonly allowNew: boolean
  /** Rows of keys that the store has are left out. */
  readonly onlyNew: boolean
  /** What the store has so far. */
  readonly snapshot: Snapshot
}

/** Removes all rows from the table but those of a condition. */
export async function keepRows(
  { engine, table, sideTable }: ImportWork,
  where: Sql,
  params: SqlParams = {},
): Promise<void> {
  const left = sideTable('left')
  try {
    await engine.command(sql`CREATE TABLE ${left} AS ${table}`)
    await engine.command(sql`INSERT INTO ${left} SELECT * FROM ${table} WHERE ${where}`, params)
    await engine.command(
      sql`ALTER TABLE ${table} REPLACE PARTITION tuple() FROM ${left} SETTINGS allow_replace_partition_from_empty_source = 1`,
    )
  } finally {
    await engine.command(sql`DROP TABLE IF EXISTS ${left} SYNC`)
  }
}
