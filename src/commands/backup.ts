import { resolve } from 'node:path'
import { UsageError } from '../lib/errors.ts'
import {
  isObjectAddress,
  ObjectStore,
  type ObjectStoreSettings,
} from '../runs/backup/object-store.ts'
import { uploadBackup } from '../runs/backup/upload-backup.ts'
import { type BackupRequest, type BackupSummary, writeBackup } from '../runs/backup/write-backup.ts'
import { formatCount } from './progress.ts'

export const BACKUP_USAGE = 'usage: almanac backup <folder or s3://bucket/prefix>'

export interface BackupCommand extends Omit<BackupRequest, 'folder' | 'onProgress'> {
  objects: ObjectStoreSettings
  dataDir: string
  print: (line: string) => void
}

/** `almanac backup`: everything that would be lost with the data directory, or what came since. */
export async function runBackup(args: string[], command: BackupCommand): Promise<void> {
  const { print } = command
  const [given, ...rest] = args
  if (given === '--help' || given === '-h') return print(BACKUP_USAGE)
  if (given === undefined || rest.length > 0 || given.startsWith('-'))
    throw new UsageError(BACKUP_USAGE)
  const { name, summary } = await write(given, command)
  const { run, runs, rows, bytes, accountRows } = summary
  const facts =
    runs === 0
      ? 'no new run'
      : `${formatCount(runs)} runs, ${formatCount(rows)} rows and ${formatCount(bytes)} bytes added`
  print(`${name} is at run ${run}: ${facts}, ${formatCount(accountRows)} rows of accounts.`)
}

async function write(
  given: string,
  { objects, dataDir, print: _, ...request }: BackupCommand,
): Promise<{ name: string; summary: BackupSummary }> {
  if (isObjectAddress(given)) {
    const store = new ObjectStore(given, objects)
    // The service that has the store open writes there, so the path must be whole.
    const workDir = resolve(dataDir, 'backup-to-send')
    return { name: store.name, summary: await uploadBackup(request, store, workDir) }
  }
  if (/^[a-z0-9]+:\/\//i.test(given))
    throw new UsageError(
      `${given}: backups go to a folder, s3://bucket/prefix or https://host/bucket/prefix.`,
    )
  const folder = resolve(given)
  return { name: folder, summary: await writeBackup({ ...request, folder }) }
}
