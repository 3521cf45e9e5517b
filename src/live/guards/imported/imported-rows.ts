import { at } from '../../../lib/at.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { identifier, identifiers, joinSql, type Sql, sql } from '../../../lib/sql.ts'
import type { SqlParams } from '../../../store/engine.ts'
import { identityColumns, sourceColumns } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { Store } from '../../../store/store.ts'
import { type Row, timeOf } from '../../model/fact-rows.ts'
import { seriesCondition, seriesName, seriesParams, type Watch } from '../../model/watch.ts'
import { daysOf, type GuardSettings } from '../rules/settings.ts'
import { seriesHash, suspectsSql } from './suspects-sql.ts'

/** A reading of a file that a guard may catch. */
export interface Suspect {
  /** The short name of its series. */
  hash: string
  /** Values of its series columns. */
  series: string[]
  atSec: number
  /** When the series was read before; 0 when never. */
  beforeSec: number
}

/** As many readings follow at least, where that takes longer. */
const WINDOW_READINGS = 9

interface Watched {
  watch: Watch
  settings: GuardSettings
}

/** The rows of an import among those that the store has of the same series. */
export class ImportedRows {
  readonly snapshot: Snapshot
  readonly watch: Watch
  /** The seconds around a suspect that count, on each side. */
  readonly windowSec: number
  readonly #store: Store
  readonly #table: Sql
  #range = { fromSec: 0, toSec: 0 }
  #hasPast = true

  private constructor(store: Store, table: Sql, { watch, settings }: Watched) {
    this.#store = store
    this.#table = table
    this.watch = watch
    this.snapshot = store.snapshot()
    // As far as guards look back, with a day to spare; as far goes the look ahead.
    this.windowSec = (daysOf(settings, watch).most + 2) * DAY_SEC
  }

  static async open(store: Store, table: Sql, watched: Watched): Promise<ImportedRows> {
    const rows = new ImportedRows(store, table, watched)
    const time = identifier(timeOf(watched.watch.fact))
    const found = await store.engine.writerQuery<{ firstSec: number; lastSec: number }>(
      sql`SELECT min(${time}) AS firstSec, max(${time}) AS lastSec FROM ${table}`,
    )
    const { firstSec, lastSec } = at(found, 0)
    const { windowSec } = rows
    rows.#range = { fromSec: Math.max(0, firstSec - windowSec), toSec: lastSec + windowSec }
    const stored = await rows.#query(sql`SELECT 1 FROM ${rows.#storedSql()} LIMIT 1`)
    rows.#hasPast = stored.length > 0
    return rows
  }

  /** New readings that a guard may catch, series by series. */
  async listSuspects(
    watches: readonly Watch[],
    options: { settings: GuardSettings; nowSec: number },
  ): Promise<Suspect[]> {
    const found = watches.map((watch) =>
      suspectsSql(watch, (columns) => this.#rowsSql(columns), options),
    )
    return this.#query<Suspect>(
      sql`SELECT hash, any(series) AS series, atSec, max(beforeSec) AS beforeSec FROM (${joinSql(found, sql` UNION ALL `)}) GROUP BY hash, atSec ORDER BY hash, atSec`,
    )
  }

  /** The seconds after a suspect that count: more where its series has few readings. */
  async loadWindows(suspects: readonly Suspect[]): Promise<Map<string, number>> {
    const time = identifier(timeOf(this.watch.fact))
    const rows = this.#rowsSql(identityColumns(this.watch.fact), seriesCondition(this.watch))
    const found = await this.#query<{ hash: string; spacingSec: number }>(
      sql`SELECT ${seriesHash(this.watch)} AS hash, (max(${time}) - min(${time})) / greatest(uniqExact(${time}) - 1, 1) AS spacingSec FROM (${rows}) GROUP BY hash`,
      this.#seriesParams(suspects),
    )
    const windowOf = (spacingSec: number) => Math.max(this.windowSec, spacingSec * WINDOW_READINGS)
    return new Map(found.map(({ hash, spacingSec }) => [hash, windowOf(spacingSec)]))
  }

  /** All rows around suspects, with `isNew`, in order. */
  async loadAround(
    suspects: readonly Suspect[],
    windows: ReadonlyMap<string, number>,
  ): Promise<Row[]> {
    const { watch, windowSec } = this
    const blocks = new Set<string>()
    const blockOf = (atSec: number) => Math.floor(atSec / windowSec)
    for (const { hash, atSec, beforeSec } of suspects) {
      const aheadSec = 2 * (windows.get(hash) ?? windowSec)
      if (beforeSec > 0) blocks.add(`${hash} ${blockOf(beforeSec)}`)
      for (let block = blockOf(atSec) - 1; block <= blockOf(atSec + aheadSec); block++)
        blocks.add(`${hash} ${block}`)
    }
    const block = sql`concat(${seriesHash(watch)}, ' ', toString(intDiv(${identifier(timeOf(watch.fact))}, ${windowSec})))`
    const where = sql`${seriesCondition(watch)} AND ${block} IN {blocks:Array(String)}`
    return this.#query<Row>(
      sql`SELECT * FROM (${this.#rowsSql(sourceColumns(watch.fact), where)}) ORDER BY ${identifiers(watch.fact.order)}`,
      { ...this.#seriesParams(suspects), blocks: [...blocks] },
    )
  }

  #seriesParams(suspects: readonly Suspect[]): SqlParams {
    const names = suspects.map(({ series }) => seriesName(this.watch, series))
    return seriesParams(this.watch, names)
  }

  #query<Found>(statement: Sql, params: SqlParams = {}): Promise<Found[]> {
    // The writing connection sees the stage, whose table was made just now.
    return this.#store.engine.writerQuery<Found>(statement, {
      ...params,
      ...this.#range,
      snapshotRun: this.snapshot.run,
    })
  }

  /** New rows and stored ones; a new row takes the place of the stored one of its key and time. */
  #rowsSql(columns: readonly string[], where = sql`1`): Sql {
    const listed = identifiers(columns)
    const given = sql`SELECT ${listed}, 1 AS isNew FROM ${this.#table} WHERE quality != 'held' AND ${where}`
    if (!this.#hasPast) return given
    const identity = identifiers(identityColumns(this.watch.fact))
    const stored = sql`SELECT ${listed}, 0 AS isNew FROM ${this.#storedSql(where)}`
    return sql`SELECT * FROM (${given} UNION ALL ${stored}) ORDER BY ${identity}, isNew DESC LIMIT 1 BY ${identity}`
  }

  #storedSql(where = sql`1`): Sql {
    const { fact, series } = this.watch
    const time = identifier(timeOf(fact))
    const touched = sql`(${identifiers(series)}) IN (SELECT DISTINCT ${identifiers(series)} FROM ${this.#table})`
    return this.snapshot.current(
      fact,
      sql`${where} AND ${touched} AND ${time} >= {fromSec:UInt32} AND ${time} <= {toSec:UInt32}`,
    )
  }
}
