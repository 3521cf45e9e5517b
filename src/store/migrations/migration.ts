import type { Sql } from '../../lib/sql.ts'

/** A change of a fact's columns or order that the rows of existing stores have to follow. */
export interface Migration {
  /** What changes, for the log. */
  readonly describe: string
  /**
   * SQL of the columns whose values change, over the columns as they were before; all others are
   * copied, and columns that are no longer declared are left behind.
   */
  readonly convert?: Readonly<Record<string, Sql>>
}

/** Changes of the columns that all facts have, such as the words of `quality`; only add to it. */
export const COMMON_MIGRATIONS: readonly Migration[] = []

/** How often the columns of all facts, and those of one fact, were changed; both begin with 1. */
export interface SchemaVersion {
  readonly common: number
  readonly own: number
}

export function declaredVersion({ migrations }: { migrations: readonly Migration[] }) {
  return { common: 1 + COMMON_MIGRATIONS.length, own: 1 + migrations.length }
}

/** The comment of a table that has all its rows. */
export function versionText({ common, own }: SchemaVersion): string {
  return `schema ${common}.${own}`
}

/** Each version has its own table, so that earlier nodes read theirs; the first has no suffix. */
export function tableNameOf(fact: string, { common, own }: SchemaVersion): string {
  return common === 1 && own === 1 ? `fact_${fact}` : `fact_${fact}_v${common}_${own}`
}

/** The fact and the version of a table; `undefined` for tables of other things. */
export function parseTableName(name: string): { fact: string; version: SchemaVersion } | undefined {
  const found = /^fact_(?<fact>.+?)(?:_v(?<common>\d+)_(?<own>\d+))?$/.exec(name)
  if (found?.groups === undefined) return undefined
  const { fact = '', common = '1', own = '1' } = found.groups
  return { fact, version: { common: Number(common), own: Number(own) } }
}

/** Positive when the first is the newer one in any respect. */
export function isNewer(one: SchemaVersion, other: SchemaVersion): boolean {
  return one.common > other.common || one.own > other.own
}

/** Changes that a table of a version still lacks, in their order. */
export function listPending(
  { migrations }: { migrations: readonly Migration[] },
  { common, own }: SchemaVersion,
): Migration[] {
  return [...COMMON_MIGRATIONS.slice(common - 1), ...migrations.slice(own - 1)]
}
