import { join } from 'node:path'
import Type from 'typebox'
import { DUMPED_TABLES, type DumpedRow } from '../../accounts/dump.ts'
import { UsageError } from '../../lib/errors.ts'
import { shown } from '../../lib/shown.ts'
import { strictObject } from '../../lib/strict-object.ts'
import { findDamage, findProblem, type ReadBytes } from '../snapshot/check-file.ts'
import {
  type DeclaredFacts,
  MANIFEST_NAME,
  MAX_MANIFEST_BYTES,
  type Manifest,
  parseManifest,
  parsePlain,
  RUNS,
  requireForm,
  requireSameFacts,
  type SnapshotFile,
} from '../snapshot/manifest.ts'
import { readRuns } from '../snapshot/read-runs.ts'
import type { BackupFiles } from './backup-files.ts'
import {
  type BackupManifest,
  FACTS,
  MAX_ACCOUNTS_BYTES,
  readBackupManifest,
} from './backup-manifest.ts'

const MAX_NAMED = 10

type Problem = string | undefined
type Sized = Pick<SnapshotFile, 'path' | 'bytes'>

export interface Backup {
  readonly manifest: BackupManifest
  /** The snapshot up to the run of the backup. */
  readonly facts: Manifest
  readonly accounts: readonly DumpedRow[]
}

/** Reads every byte of a backup, which may be anybody's, and names all that is wrong at once. */
export async function verifyBackup(source: BackupFiles, own: DeclaredFacts): Promise<Backup> {
  const { name } = source
  const manifest = await readBackupManifest(source)
  if (manifest === undefined)
    throw new UsageError(`${name} is no backup, or one that was never finished.`)
  const facts = await readFacts(source, manifest.run, own)
  requireSameFacts(own, facts, name)
  if (facts.history !== manifest.history)
    throw new UsageError(`${name} is damaged: its facts and its list are of different stores.`)
  const { accounts } = manifest
  const problems: string[] = []
  const check = async <F extends Sized>(
    file: F,
    findIn: (file: F, found: ReadBytes) => Problem,
  ) => {
    const found = await source.read(file.path, file.bytes)
    const problem = found === undefined ? 'is missing' : findIn(file, found)
    if (problem !== undefined) problems.push(`${file.path} ${problem}`)
  }
  for (const file of listFiles(facts)) await check(file, findProblem)
  await check(accounts, findDamage)
  if (problems.length > 0) throw damaged(name, problems)
  const rows = await readAccounts(source, accounts)
  await requireRuns(source, own, facts)
  return { manifest, facts, accounts: rows }
}

/** The parts of a snapshot up to a run; those that came after the list was written do not count. */
export async function readFacts(
  source: BackupFiles,
  run: number,
  facts: DeclaredFacts,
): Promise<Manifest> {
  const path = `${source.name}/${FACTS}/${MANIFEST_NAME}`
  const text = await source.readText(join(FACTS, MANIFEST_NAME), MAX_MANIFEST_BYTES)
  if (text === undefined) throw new UsageError(`${path} is missing.`)
  const whole = parseManifest(text, path, facts)
  const parts = whole.parts.filter(({ toRun }) => toRun <= run)
  const last = parts.at(-1)
  if ((last?.toRun ?? 0) !== run) throw new UsageError(`${path} is damaged: it has no run ${run}.`)
  return { ...whole, run, history: last?.history ?? '', parts }
}

/** The files of a snapshot, at their paths within a backup. */
export function listFiles({ parts }: Manifest): SnapshotFile[] {
  return parts.flatMap(({ files }) =>
    files.map((file) => ({ ...file, path: join(FACTS, file.path) })),
  )
}

/** What runs say can be read when their files are whole. */
async function requireRuns(
  source: BackupFiles,
  own: DeclaredFacts,
  { parts }: Manifest,
): Promise<void> {
  for (const part of parts)
    for (const { fact, path, bytes } of part.files) {
      if (fact !== RUNS) continue
      const name = join(FACTS, path)
      const runs = await readRuns(own, part, await source.bring(name, bytes))
      if (typeof runs === 'string') throw damaged(source.name, [`${name} ${runs}`])
    }
}

function damaged(name: string, problems: readonly string[]): UsageError {
  const more = problems.length - MAX_NAMED
  const named = problems.slice(0, MAX_NAMED).join('; ')
  return new UsageError(
    `${name} cannot be restored: ${named}${more > 0 ? `; and ${more} more` : ''}. Nothing was written.`,
  )
}

async function readAccounts(
  source: BackupFiles,
  { path, rows }: BackupManifest['accounts'],
): Promise<DumpedRow[]> {
  const text = await source.readText(path, MAX_ACCOUNTS_BYTES)
  if (text === undefined) throw new UsageError(`${path} is missing.`)
  return parseAccounts(text, `${source.name}/${path}`, rows)
}

const MAX_TEXT = 16 << 20
const nullableText = Type.Union([Type.String({ maxLength: MAX_TEXT }), Type.Null()])
const { MIN_SAFE_INTEGER: minimum, MAX_SAFE_INTEGER: maximum } = Number
const nullableInt = Type.Union([Type.Integer({ minimum, maximum }), Type.Null()])
const anyRow = Type.Record(Type.String(), Type.Unknown())
const line = strictObject({ table: Type.String({ maxLength: 64 }), row: anyRow })

/** The columns of each table, no more and no fewer, with values of their types. */
const ROWS = new Map(
  Object.entries(DUMPED_TABLES).map(([table, columns]) => {
    const members = [
      ...columns.text.map((name) => [name, nullableText] as const),
      ...columns.int.map((name) => [name, nullableInt] as const),
    ]
    return [table, Type.Object({ row: strictObject(Object.fromEntries(members)) })]
  }),
)

/** The rows of a dump of accounts, which may be anybody's. */
function parseAccounts(dump: string, place: string, count: number): DumpedRow[] {
  const lines = dump.split('\n').filter((one) => one !== '')
  if (lines.length !== count)
    throw new UsageError(`${place} has ${lines.length} rows instead of ${count}.`)
  return lines.map((one, index) => parseLine(one, `${place}, line ${index + 1},`))
}

function parseLine(json: string, place: string): DumpedRow {
  const value = parsePlain(json, place)
  requireForm(line, value, place)
  const dumped = value as DumpedRow
  const row = ROWS.get(dumped.table)
  if (row === undefined)
    throw new UsageError(
      `${place} is a row of ${shown(dumped.table)}, which this version does not know. Use the version that wrote it.`,
    )
  requireForm(row, value, place)
  return dumped
}
