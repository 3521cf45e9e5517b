import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '../../lib/errors.ts'
import { identifier, joinSql, literal, type Sql, sql } from '../../lib/sql.ts'
import { plainType } from '../../store/columns.ts'
import type { Fact } from '../../store/fact.ts'
import { historyAt } from '../../store/history.ts'
import { newestRunsSql } from '../../store/journal.ts'
import { sharedColumns } from '../../store/run-rows.ts'
import type { Store } from '../../store/store.ts'
import { tableOf } from '../../store/tables.ts'
import { flush, hashFile, readPlainText, replaceFile, writeParquet } from './files.ts'
import {
  describeColumns,
  describeFacts,
  EMPTY_MANIFEST,
  MANIFEST_NAME,
  MAX_MANIFEST_BYTES,
  type Manifest,
  parseManifest,
  RUNS,
  type SnapshotFile,
  type SnapshotPart,
} from './manifest.ts'

export interface SnapshotRequest {
  /** An absolute path. */
  folder: string
}

export interface SnapshotSummary {
  run: number
  /** Runs, rows and bytes that this call added. */
  runs: number
  rows: number
  bytes: number
}

interface RunRange {
  fromRun: number
  toRun: number
}

const WRITING = '.writing-'

/** Writes the store as Parquet: first everything, then what came since. Cut off, it goes on. */
export async function writeSnapshot(
  store: Store,
  { folder }: SnapshotRequest,
): Promise<SnapshotSummary> {
  if (store.damages.length > 0)
    throw new UsageError('Some facts are damaged on disk. Repair them first: almanac doctor.')
  await mkdir(folder, { recursive: true })
  const before = await readWritten(store, folder)
  const nothing = { run: before.run, runs: 0, rows: 0, bytes: 0 }
  if (before.run >= store.journal.latest) return nothing
  const { workDir, range } = await takeWorkDir(store, folder, before.run + 1)
  const files = await writeFiles(store, workDir, range)
  const name = rangeName(range)
  // A folder of that name that no manifest lists is what a killed process left.
  await rm(join(folder, name), { recursive: true, force: true })
  await flush(workDir)
  await rename(workDir, join(folder, name))
  await flush(folder)
  const manifest = await extend(store, before, { ...range, history: '', files })
  await replaceFile(join(folder, MANIFEST_NAME), `${JSON.stringify(manifest, null, 1)}\n`)
  await flush(folder)
  return {
    run: range.toRun,
    runs: range.toRun - before.run,
    rows: files.filter(({ fact }) => fact !== RUNS).reduce((sum, { rows }) => sum + rows, 0),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** What a folder has; it must be a snapshot of this store, or empty. */
async function readWritten({ journal, facts }: Store, folder: string): Promise<Manifest> {
  const text = await readPlainText(folder, MANIFEST_NAME, MAX_MANIFEST_BYTES)
  if (text === undefined) {
    const names = await readdir(folder)
    if (names.some((name) => !name.startsWith(WRITING) && !/^\d+-\d+$/.test(name)))
      throw new UsageError(`${folder} is neither empty nor a snapshot. Choose another folder.`)
    return EMPTY_MANIFEST
  }
  const manifest = parseManifest(text, join(folder, MANIFEST_NAME), facts)
  if (manifest.run > 0 && (await historyAt(journal, manifest.run)) !== manifest.history)
    throw new UsageError(
      `${folder} has a snapshot of another store, or of this one before it was repaired. Choose another folder.`,
    )
  return manifest
}

/** The folder in which the next part is made: that of a call that was cut off, or a new one. */
async function takeWorkDir(
  { journal }: Store,
  folder: string,
  fromRun: number,
): Promise<{ workDir: string; range: RunRange }> {
  const nameOf = async (toRun: number) =>
    `${WRITING}${fromRun}-${toRun}-${await historyAt(journal, toRun)}`
  let range: RunRange = { fromRun, toRun: journal.latest }
  for (const name of await readdir(folder)) {
    if (!name.startsWith(WRITING)) continue
    const toRun = Number(name.slice(WRITING.length).split('-')[1])
    if ((await nameOf(toRun)) === name && toRun <= journal.latest) range = { fromRun, toRun }
    else await rm(join(folder, name), { recursive: true, force: true })
  }
  const workDir = join(folder, await nameOf(range.toRun))
  await mkdir(workDir, { recursive: true })
  return { workDir, range }
}

async function writeFiles(store: Store, workDir: string, range: RunRange): Promise<SnapshotFile[]> {
  const { runs, rows: counts } = await store.journal.countRange({
    fromId: range.fromRun,
    toId: range.toRun,
  })
  const facts = [...store.facts.values()].filter(({ name }) => (counts.get(name) ?? 0) > 0)
  const files: SnapshotFile[] = []
  const add = async (fact: string, select: Sql, more: Pick<SnapshotFile, 'rows' | 'columns'>) => {
    const path = join(workDir, `${fact}.parquet`)
    if (!existsSync(path)) await writeParquet(store.engine, path, { select, params: { ...range } })
    const listed = { path: `${rangeName(range)}/${fact}.parquet`, fact }
    files.push({ ...listed, ...more, ...(await hashFile(path)) })
  }
  for (const fact of facts)
    await add(fact.name, selectRows(fact), {
      rows: counts.get(fact.name) ?? 0,
      columns: describeColumns(fact),
    })
  await add(RUNS, newestRunsSql(sql`id BETWEEN {fromRun:UInt32} AND {toRun:UInt32}`), {
    rows: runs,
    columns: {},
  })
  return files
}

/** Rows of all versions; texts that the engine keeps in dictionaries are plain ones in the file. */
function selectRows(fact: Fact): Sql {
  const columns = sharedColumns(fact).map(([name, value]) => {
    const column = fact.key[name] ?? fact.values[name]
    if (column?.kind !== 'word') return sql`${value} AS ${identifier(name)}`
    return sql`CAST(${value}, ${literal(plainType(column).text)}) AS ${identifier(name)}`
  })
  return sql`SELECT ${joinSql(columns)}, recordedAt, run, CAST(quality, 'String') AS quality FROM ${tableOf(fact)}
    WHERE run BETWEEN {fromRun:UInt32} AND {toRun:UInt32}`
}

async function extend(
  { facts, journal }: Store,
  before: Manifest,
  part: SnapshotPart,
): Promise<Manifest> {
  const { toRun } = part
  const [history, last] = [await historyAt(journal, toRun), await journal.find(toRun)]
  return {
    ...before,
    run: toRun,
    history,
    at: new Date(last?.atMs ?? 0).toISOString(),
    facts: describeFacts(facts.values()),
    parts: [...before.parts, { ...part, history }],
  }
}

function rangeName({ fromRun, toRun }: RunRange): string {
  return `${fromRun}-${toRun}`
}
