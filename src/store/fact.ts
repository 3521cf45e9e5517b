import type { Sql } from '../lib/sql.ts'
import type { Columns, ValueOf } from './columns.ts'
import type { Migration } from './migrations/migration.ts'

/** How sure a row is; `held` rows are kept and counted but never served. */
export const QUALITIES = [
  'ok',
  'held',
  'carried',
  'extrapolated',
  'backfilled',
  'selfReported',
  'disputed',
] as const
export type Quality = (typeof QUALITIES)[number]

/** One kind of fact, from which table, row type, import, export and docs follow. */
export interface Fact<K extends Columns = Columns, V extends Columns = Columns> {
  readonly name: string
  readonly describe: string
  readonly key: K
  /** The column of the valid time in Unix seconds; `undefined` for things without one. */
  readonly time: string | undefined
  readonly values: V
  /** SQL of the one spelling of a column of imported rows, such as lower-cased addresses. */
  readonly normalize: Readonly<Record<string, Sql>>
  /** Conditions in SQL under which an imported row is kept but held back, with the reason. */
  readonly hold: readonly { readonly reason: string; readonly when: Sql }[]
  /** Columns whose words are listed, such as chains: imports reject others by default. */
  readonly known: Readonly<Record<string, KnownWords>>
  /**
   * Order of the rows in the table: the columns of key and time, first what the common read names.
   * A change of it needs a migration.
   */
  readonly order: readonly string[]
  /**
   * Copies that the engine keeps beside the rows and reads instead of them where that is less: SQL
   * of a ClickHouse projection by its name, such as the rows in another order or sums of them. To
   * change one, give it another name.
   */
  readonly projections: Readonly<Record<string, Sql>>
  /** ClickHouse skipping indexes by name: a column and a type. */
  readonly indexes: Readonly<Record<string, Sql>>
  /** Columns that describe this machine; snapshots and changes leave them empty. */
  readonly local: readonly string[]
  /** Its versions are read as events, so that retention leaves them alone. */
  readonly isLog: boolean
  /**
   * What changed since the first release in the type of a column or in the order, oldest first;
   * only add to it. Columns, indexes and projections that are new need none.
   */
  readonly migrations: readonly Migration[]
}

/** The words that a column may have, in normalized spelling. */
export interface KnownWords {
  /** What they name, such as `chain`. */
  readonly what: string
  readonly values: readonly string[]
  /** How people write them, for suggestions. */
  readonly names: readonly string[]
}

export type RowOf<F> =
  F extends Fact<infer K, infer V>
    ? { [N in keyof K]: ValueOf<K[N]> } & { [N in keyof V]: ValueOf<V[N]> } & { atSec: number }
    : never

type Optional = 'normalize' | 'hold' | 'known' | 'order' | 'projections' | 'indexes' | 'local'

/** A fact as it is declared: what is absent does not apply. */
type Declared<K extends Columns, V extends Columns> = Pick<Fact<K, V>, 'name' | 'describe'> &
  Partial<Pick<Fact, Optional | 'isLog' | 'migrations'>> & { key: K; values: V; time?: 'atSec' }

export function defineFact<K extends Columns, V extends Columns>(
  declared: Declared<K, V>,
): Fact<K, V> {
  const { time } = declared
  const identity = identityColumns({ key: declared.key, time })
  const order = declared.order ?? identity
  if ([...order].sort().join() !== [...identity].sort().join())
    throw new Error(`The order of ${declared.name} must name ${identity.join(', ')}.`)
  const absent = { normalize: {}, known: {}, projections: {}, indexes: {}, isLog: false }
  return { ...absent, hold: [], local: [], migrations: [], ...declared, time, order }
}

/** Columns that make two rows versions of one statement: the key and the valid time. */
export function identityColumns(fact: Pick<Fact, 'key' | 'time'>): string[] {
  return [...Object.keys(fact.key), ...(fact.time === undefined ? [] : [fact.time])]
}

/** Names of all columns a source or a file gives, in order. */
export function sourceColumns(fact: Fact): string[] {
  return [...identityColumns(fact), ...Object.keys(fact.values)]
}
