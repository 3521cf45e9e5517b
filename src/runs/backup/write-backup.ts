import { hash } from 'node:crypto'
import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../accounts/database.ts'
import { dumpAccounts } from '../../accounts/dump.ts'
import { UsageError } from '../../lib/errors.ts'
import { flush, replaceFile } from '../snapshot/files.ts'
import type { DeclaredFacts } from '../snapshot/manifest.ts'
import type { SnapshotRequest, SnapshotSummary } from '../snapshot/write-snapshot.ts'
import { folderFiles } from './backup-files.ts'
import {
  ACCOUNTS_FILE,
  BACKUP_NAME,
  type BackupManifest,
  FACTS,
  FORMAT,
  MAX_ACCOUNTS_BYTES,
  readBackupManifest,
} from './backup-manifest.ts'
import { readFacts } from './verify-backup.ts'

export interface BackupRequest {
  /** An absolute path. */
  folder: string
  /** By the service that has the store open, or by this process. */
  writeSnapshot(request: SnapshotRequest): Promise<SnapshotSummary>
  database: Database
  facts: DeclaredFacts
  nowMs: number
  version: string
}

export interface BackupSummary extends SnapshotSummary {
  accountRows: number
}

/** A snapshot, and the accounts beside it; again, it adds the runs since. The list comes last. */
export async function writeBackup(request: BackupRequest): Promise<BackupSummary> {
  const { folder } = request
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await requireBackup(folder)
  const written = await request.writeSnapshot({ folder: join(folder, FACTS) })
  const accounts = await writeAccounts(request)
  const { history } = await readFacts(folderFiles(folder), written.run, request.facts)
  const manifest: BackupManifest = {
    format: FORMAT,
    version: request.version,
    at: new Date(request.nowMs).toISOString(),
    run: written.run,
    history,
    accounts,
  }
  await replaceFile(join(folder, BACKUP_NAME), `${JSON.stringify(manifest, null, 1)}\n`)
  await flush(folder)
  for (const name of await readdir(folder))
    if (ACCOUNTS_FILE.test(name) && name !== accounts.path) await rm(join(folder, name))
  return { ...written, accountRows: accounts.rows }
}

/** Nothing but a backup, or what was begun of one, may be in the folder. */
async function requireBackup(folder: string): Promise<void> {
  if ((await readBackupManifest(folderFiles(folder))) !== undefined) return
  const isOurs = (name: string) =>
    name === FACTS || ACCOUNTS_FILE.test(name.replace('.partial', ''))
  if (!(await readdir(folder)).every(isOurs))
    throw new UsageError(`${folder} is neither empty nor a backup. Choose another folder.`)
}

/** Named by its content: the file that the last list names stays until the next one is there. */
async function writeAccounts({
  folder,
  database,
}: BackupRequest): Promise<BackupManifest['accounts']> {
  const rows = await dumpAccounts(database)
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`)
  const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0)
  if (bytes > MAX_ACCOUNTS_BYTES)
    throw new UsageError(
      `The accounts take ${bytes} bytes; a backup holds ${MAX_ACCOUNTS_BYTES}. Back up their database with its own tools.`,
    )
  const text = lines.join('')
  const sha256 = hash('sha256', text)
  const path = `accounts-${sha256.slice(0, 16)}.ndjson`
  await replaceFile(join(folder, path), text)
  // It holds secrets of hooks and of browser passes.
  await chmod(join(folder, path), 0o600)
  return { path, rows: rows.length, bytes, sha256 }
}
