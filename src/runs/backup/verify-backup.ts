import { join } from 'node:path'
import type { DumpedRow } from '../../accounts/dump.ts'
import { UsageError } from '../../lib/errors.ts'
import { findDamage, findProblem, type ReadBytes } from '../snapshot/check-file.ts'
import {
  type DeclaredFacts,
  MANIFEST_NAME,
  MAX_MANIFEST_BYTES,
  type Manifest,
  parseManifest,
  RUNS,
  requireSameFacts,
  type SnapshotFile,
  type SnapshotPart,
} from '../snapshot/manifest.ts'
import { readRuns } from '../snapshot/read-runs.ts'
import type { BackupFiles } from './backup-files.ts'
import {
  type BackupManifest,
  FACTS,
  MAX_ACCOUNTS_BYTES,
  readBackupManifest,
} from './backup-manifest.ts'
import { parseAccounts } from './read-accounts.ts'

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

/**
 * Reads every byte of a backup, which may be anybody's; what is missing, damaged or not as this
 * version declares it is named, all of it at once.
 */
export async function verifyBackup(
  source: BackupFiles,
  own: DeclaredFacts,
  onProgress?: (progress: VerifyProgress) => void,
): Promise<Backup> {
  const { name } = source
  const manifest = await readBackupManifest(source)
  if (manifest === undefined)
    throw new UsageError(`${name} is no backup, or one that was never finished.`)
  const facts = await readFacts(source, manifest.run, own)
  requireSameFacts(own, facts, name)
  if (facts.history !== manifest.history)
    throw new UsageError(`${name} is damaged: its facts and its list are of different stores.`)
  const listed = facts.parts.flatMap((part) => part.files.map((file) => ({ part, file })))
  const problems: string[] = []
  const check = async (path: string, done: number, find: () => Promise<string | undefined>) => {
    onProgress?.({ path, done, total: listed.length + 1 })
    const problem = await find()
    if (problem !== undefined) problems.push(`${path} ${problem}`)
  }
  for (const [done, { part, file }] of listed.entries()) {
    const path = join(FACTS, file.path)
    await check(path, done, () => findFactsProblem(source, own, { part, file, path }))
  }
  const { accounts } = manifest
  await check(accounts.path, listed.length, () =>
    source
      .read(accounts.path, accounts.bytes)
      .then((found) => orMissing(found, accounts, findDamage)),
  )
  if (problems.length > 0) throw damaged(name, problems)
  return { manifest, facts, accounts: await readAccounts(source, accounts) }
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

async function findFactsProblem(
  source: BackupFiles,
  facts: DeclaredFacts,
  { part, file, path }: { part: SnapshotPart; file: SnapshotFile; path: string },
): Promise<string | undefined> {
  const problem = orMissing(await source.read(path, file.bytes), file, findProblem)
  if (problem !== undefined || file.fact !== RUNS) return problem
  const runs = await readRuns(facts, part, await source.bring(path, file.bytes))
  return typeof runs === 'string' ? runs : undefined
}

function orMissing<T>(
  found: ReadBytes | undefined,
  expected: T,
  find: (expected: T, found: ReadBytes) => string | undefined,
): string | undefined {
  return found === undefined ? 'is missing' : find(expected, found)
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
