import { join } from 'node:path'
import { DUMPED_TABLES, type DumpedRow } from '../../accounts/dump.ts'
import { UsageError } from '../../lib/errors.ts'
import { MANIFEST_NAME, type Manifest, parseManifest } from '../snapshot/manifest.ts'
import type { BackupFiles } from './backup-files.ts'
import { type BackupManifest, FACTS, readBackupManifest } from './backup-manifest.ts'

const MAX_NAMED = 10

export interface Backup {
  readonly manifest: BackupManifest
  /** The snapshot up to the run of the backup. */
  readonly facts: Manifest
  readonly accounts: readonly DumpedRow[]
}

export interface VerifyProgress {
  path: string
  done: number
  total: number
}

/** Reads every byte of a backup; what is missing or damaged is named, all of it at once. */
export async function verifyBackup(
  source: BackupFiles,
  onProgress?: (progress: VerifyProgress) => void,
): Promise<Backup> {
  const { name } = source
  const manifest = await readBackupManifest(source)
  if (manifest === undefined)
    throw new UsageError(`${name} is no backup, or one that was never finished.`)
  const facts = await readFacts(source, manifest.run)
  if (facts.history !== manifest.history)
    throw new UsageError(`${name} is damaged: its facts and its list are of different stores.`)
  const listed = [
    ...facts.parts.flatMap(({ files }) =>
      files.map((file) => ({ ...file, path: join(FACTS, file.path) })),
    ),
    manifest.accounts,
  ]
  const problems: string[] = []
  for (const [done, file] of listed.entries()) {
    onProgress?.({ path: file.path, done, total: listed.length })
    const problem = await problemOf(source, file)
    if (problem !== undefined) problems.push(`${file.path} ${problem}`)
  }
  if (problems.length > 0) throw damaged(name, problems)
  return { manifest, facts, accounts: await readAccounts(source, manifest.accounts.path) }
}

/** The parts of a snapshot up to a run; those that came after the list was written do not count. */
export async function readFacts(source: BackupFiles, run: number): Promise<Manifest> {
  const path = `${source.name}/${FACTS}/${MANIFEST_NAME}`
  const text = await source.readText(join(FACTS, MANIFEST_NAME))
  if (text === undefined) throw new UsageError(`${path} is missing.`)
  const whole = parseManifest(text, path)
  const parts = whole.parts.filter(({ toRun }) => toRun <= run)
  const last = parts.at(-1)
  if ((last?.toRun ?? 0) !== run) throw new UsageError(`${path} is damaged: it has no run ${run}.`)
  return { ...whole, run, history: last?.history ?? '', parts }
}

async function problemOf(
  source: BackupFiles,
  expected: { path: string; bytes: number; sha256: string },
): Promise<string | undefined> {
  const found = await source.hash(expected.path)
  if (found === undefined) return 'is missing'
  if (found.bytes !== expected.bytes) return `has ${found.bytes} bytes instead of ${expected.bytes}`
  return found.sha256 === expected.sha256 ? undefined : 'is damaged: its SHA-256 is another'
}

function damaged(name: string, problems: readonly string[]): UsageError {
  const more = problems.length - MAX_NAMED
  const named = problems.slice(0, MAX_NAMED).join('; ')
  return new UsageError(
    `${name} cannot be restored: ${named}${more > 0 ? `; and ${more} more` : ''}. Nothing was written.`,
  )
}

async function readAccounts(source: BackupFiles, name: string): Promise<DumpedRow[]> {
  const text = await source.readText(name)
  if (text === undefined) throw new UsageError(`${name} is missing.`)
  const rows = text.split('\n').filter((line) => line !== '')
  return rows.map((line) => {
    const dumped = JSON.parse(line) as DumpedRow
    if (!(dumped.table in DUMPED_TABLES))
      throw new UsageError(
        `${name} has rows of ${dumped.table}, which this version does not know. Use the version that wrote it.`,
      )
    return dumped
  })
}
