import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Database } from '../accounts/database.ts'
import { at } from '../lib/at.ts'
import { UsageError } from '../lib/errors.ts'
import { type BackupFiles, openBackupFiles } from '../runs/backup/backup-files.ts'
import type { ObjectStoreSettings } from '../runs/backup/object-store.ts'
import { requireUnused, restoreAccounts, restoreFacts } from '../runs/backup/restore-backup.ts'
import { type Backup, verifyBackup } from '../runs/backup/verify-backup.ts'
import type { DeclaredFacts } from '../runs/snapshot/manifest.ts'
import type { Store } from '../store/store.ts'
import { formatCount } from './progress.ts'

export const RESTORE_USAGE = 'usage: almanac restore <folder or s3://bucket/prefix> [--verify]'

export interface RestoreCommand {
  /** `undefined` while a service has it open. */
  store: Store | undefined
  database: Database
  facts: DeclaredFacts
  objects: ObjectStoreSettings
  dataDir: string
  print: (line: string) => void
}

/** `almanac restore`: a backup into an empty store; with `--verify` it is only read. */
export async function runRestore(args: string[], command: RestoreCommand): Promise<void> {
  const { print, database, store } = command
  const { values, positionals } = parse(args)
  if (values.help) return print(RESTORE_USAGE)
  const [given, ...rest] = positionals
  if (given === undefined || rest.length > 0) throw new UsageError(RESTORE_USAGE)
  const workDir = resolve(command.dataDir, 'backup-to-restore')
  const files = openBackupFiles(given, { objects: command.objects, workDir })
  try {
    const backup = await verifyBackup(files, command.facts)
    if (values.verify) return print(`${describe(files, backup)} Every file is whole.`)
    if (store === undefined)
      throw new UsageError('A service has this data directory open. Stop it, then restore.')
    await requireUnused(database, backup)
    const { run } = await restoreFacts(store, {
      files,
      facts: backup.facts,
      onProgress: ({ step, runs }) => {
        if (step === 'stored') print(`runs ${runs} restored`)
      },
    })
    await restoreAccounts(database, backup)
    print(`${describe(files, backup)} This store is at run ${run}.`)
  } finally {
    await files.close()
  }
}

function describe(
  { name }: BackupFiles,
  { manifest: { run, at: writtenAt, accounts } }: Backup,
): string {
  return `${name}: run ${run}, ${formatCount(accounts.rows)} rows of accounts, written ${writtenAt}.`
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        verify: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    const problem = error instanceof Error ? at(error.message.split('. '), 0) : String(error)
    throw new UsageError(`${problem}; ${RESTORE_USAGE}`)
  }
}
