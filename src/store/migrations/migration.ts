/** A change of a fact's columns or order that the rows of existing stores have to follow. */
export interface Migration {
  /** What changes, for the log. */
  readonly describe: string
  /**
   * SQL of the columns whose values change, over the columns as they were before; all others are
   * copied, and columns that are no longer declared are left behind.
   */
  readonly convert?: Readonly<Record<string, string>>
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

/**
 * A table carries its version as its comment, so that both change places in one step when a
 * migrated table takes the place of the one before.
 */
export function versionText({ common, own }: SchemaVersion): string {
  return `schema ${common}.${own}`
}

/** Tables of the first layout have no comment. */
export function parseVersion(comment: string): SchemaVersion {
  const [, common = '1', own = '1'] = /^schema (\d+)\.(\d+)$/.exec(comment) ?? []
  return { common: Number(common), own: Number(own) }
}

/** Changes that a table of a version still lacks, in their order. */
export function listPending(
  { migrations }: { migrations: readonly Migration[] },
  { common, own }: SchemaVersion,
): Migration[] {
  return [...COMMON_MIGRATIONS.slice(common - 1), ...migrations.slice(own - 1)]
}
