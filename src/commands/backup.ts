import { resolve } from 'node:path'
import { UsageError } from '../lib/errors.ts'
import { type BackupRequest, writeBackup } from '../runs/backup/write-backup.ts'
import { formatCount } from './progress.ts'

export const BACKUP_USAGE = 'usage: almanac backup <folder>'

export interface BackupCommand extends Omit<BackupRequest, 'folder' | 'onProgress'> {
  print: (line: string) => void
}

/** `almanac backup`: everything that would be lost with the data directory, or what came since. */
export async function runBackup(args: string[], command: BackupCommand): Promise<void> {
  const { print, ...request } = command
  const [folder, ...rest] = args
  if (folder === '--help' || folder === '-h') return print(BACKUP_USAGE)
  if (folder === undefined || rest.length > 0 || folder.startsWith('-'))
    throw new UsageError(BACKUP_USAGE)
  if (/^[a-z0-9]+:\/\//i.test(folder))
    throw new UsageError(
      `${folder}: backups are written to folders. Write one and copy it there; only backup.json and facts/manifest.json ever change, so copy these two last.`,
    )
  const path = resolve(folder)
  const { run, runs, rows, bytes, accountRows } = await writeBackup({ ...request, folder: path })
  const facts =
    runs === 0
      ? 'no new run'
      : `${formatCount(runs)} runs, ${formatCount(rows)} rows and ${formatCount(bytes)} bytes added`
  print(`${path} is at run ${run}: ${facts}, ${formatCount(accountRows)} rows of accounts.`)
}
