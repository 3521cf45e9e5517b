import { createWriteStream } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { at } from '../../lib/at.ts'
import { type Sql, sql } from '../../lib/sql.ts'
import { countRows } from '../../store/count-rows.ts'
import type { Engine, FileAccess, SqlParams } from '../../store/engine.ts'

const PAGE_ROWS = 2000
const OWN_MEMBERS = ['row', 'reason', 'file']

/** A file that was read, with the names of its columns in the order of the cells. */
interface ReadFile {
  readonly name: string
  readonly columns: readonly { readonly name: string }[]
}

/** A bad row: the index of its file, its number from 1, and the first reason. */
export interface Reject {
  file: number
  row: number
  reason: string
}

/** The bad rows of one import, in a table until it is known whether the run stands. */
export class Rejects {
  readonly #engine: Engine
  readonly #table: Sql
  #isCreated = false

  constructor(engine: Engine, table: Sql) {
    this.#engine = engine
    this.#table = table
  }

  /** Adds the bad rows of a file that a SELECT of `row, reason, wholeFile, cells` gives. */
  async add(
    file: number,
    select: Sql,
    { settings, files, params = {} }: FileAccess & { settings: Sql; params?: SqlParams },
  ): Promise<void> {
    const rows = sql`SELECT toUInt32(${file}) AS fileIndex, row, reason, wholeFile, cells FROM (${select})`
    await this.addSelect(sql`${rows}${settings}`, params, { files })
  }

  /** Adds bad rows of any file: `fileIndex, row, reason, wholeFile, cells`. */
  async addSelect(select: Sql, params: SqlParams = {}, access?: FileAccess): Promise<void> {
    if (!this.#isCreated) {
      this.#isCreated = true
      await this.#engine.command(
        sql`CREATE TABLE ${this.#table} (fileIndex UInt32, row UInt64, reason String, wholeFile UInt8, cells String) ENGINE = MergeTree PARTITION BY fileIndex ORDER BY row`,
      )
    }
    await this.#engine.command(sql`INSERT INTO ${this.#table} ${select}`, params, access)
  }

  /** Removes the bad rows of one file, which is going to be read again. */
  async forget(file: number): Promise<void> {
    if (this.#isCreated)
      await this.#engine.command(sql`ALTER TABLE ${this.#table} DROP PARTITION ${file}`)
  }

  async count(): Promise<number> {
    return this.#isCreated ? countRows(this.#engine, this.#table) : 0
  }

  /** SQL of the condition that `fileRow` of a file is not among the bad rows. */
  isAcceptedSql(file: number): Sql {
    if (!this.#isCreated) return sql`1`
    return sql`fileRow + 1 NOT IN (SELECT row FROM ${this.#table} WHERE fileIndex = ${file})`
  }

  /** The first bad rows. */
  async list(limit: number): Promise<Reject[]> {
    if (!this.#isCreated) return []
    return this.#engine.writerQuery<Reject>(
      sql`SELECT fileIndex AS file, row, reason FROM ${this.#table} ORDER BY file, row LIMIT {limit:UInt32}`,
      { limit },
    )
  }

  /** The first bad row, or the first that makes its whole file invalid. */
  async first(options: { wholeFile: boolean }): Promise<Reject | undefined> {
    if (!this.#isCreated) return undefined
    const [found] = await this.#engine.writerQuery<Reject>(
      sql`SELECT fileIndex AS file, row, reason FROM ${this.#table} WHERE wholeFile >= ${options.wholeFile ? 1 : 0} ORDER BY file, row LIMIT 1`,
    )
    return found
  }

  /** Writes one JSON object per bad row: `row`, `reason`, the columns as read, maybe `file`. */
  async write(path: string, files: readonly ReadFile[]): Promise<void> {
    await mkdir(dirname(path), { recursive: true })
    await pipeline(Readable.from(this.#lines(files)), createWriteStream(`${path}.partial`))
    await rename(`${path}.partial`, path)
  }

  async *#lines(files: readonly ReadFile[]): AsyncGenerator<string, void, undefined> {
    const members = files.map(({ columns }) => columns.map(({ name }) => memberOf(name)))
    let after = { file: -1, row: 0 }
    for (;;) {
      const page = await this.#engine.writerQuery<Reject & { cells: string }>(
        sql`SELECT fileIndex AS file, row, reason, cells FROM ${this.#table} WHERE (fileIndex, row) > ({file:Int64}, {row:UInt64}) ORDER BY file, row LIMIT ${PAGE_ROWS}`,
        after,
      )
      const last = page.at(-1)
      if (last === undefined) return
      after = { file: last.file, row: last.row }
      yield page
        .map((reject) => {
          const head = { ...(files.length > 1 ? { file: at(files, reject.file).name } : {}) }
          return lineOf(reject, head, at(members, reject.file))
        })
        .join('')
    }
  }

  async drop(): Promise<void> {
    if (this.#isCreated) await this.#engine.command(sql`DROP TABLE IF EXISTS ${this.#table} SYNC`)
  }
}

/** Where a bad row is, for a message. */
export function describePlace(files: readonly { name: string }[], { file, row }: Reject): string {
  return `${at(files, file).name}, row ${row}`
}

/** A name of the file in the JSON object of a bad row, in which some members are ours. */
function memberOf(name: string): string {
  return JSON.stringify(OWN_MEMBERS.includes(name) ? `${name} (column)` : name)
}

function lineOf(
  { row, reason, cells }: Reject & { cells: string },
  head: object,
  members: readonly string[],
): string {
  const first = JSON.stringify({ ...head, row, reason }).slice(0, -1)
  if (cells.startsWith('{')) return `${first},${cells.slice(1)}\n`
  // Values stay the engine's own JSON: numbers in it may be larger than ours.
  const values = JSON.parse(cells) as string[]
  return `${first}${values.map((value, index) => `,${at(members, index)}:${value}`).join('')}}\n`
}
