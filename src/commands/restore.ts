import { resolve } from 'node:path'
import { UsageError } from '../lib/errors.ts'
import { type BackupFiles, openBackupFiles } from '../runs/backup/backup-files.ts'
import { requireUnused, restoreAccounts, restoreFacts } from '../runs/backup/restore-backup.ts'
import { type Backup, verifyBackup } from '../runs/backup/verify-backup.ts'
import type { Contexts } from './context.ts'
import { defineCommand } from './define-command.ts'
import { flag } from './options.ts'
import { formatCount } from './progress.ts'

export const restore = defineCommand({
  name: 'restore',
  usage: ['<folder or s3://bucket/prefix>'],
  options: { verify: flag('only reads the backup, and checks every file') },
  describe: 'a backup into an empty data directory',
  examples: ['restore /backups/almanac --verify'],
  needs: 'store',
  run: async ({ args: [given], options: { verify } }, context) => {
    const { config, declared, print } = context
    const workDir = resolve(config.dataDir, 'backup-to-restore')
    const files = openBackupFiles(given, { objects: config.objects, workDir })
    try {
      const { facts } = await declared()
      const backup = await verifyBackup(files, new Map(facts.map((fact) => [fact.name, fact])))
      if (verify) return print(`${describe(files, backup)} Every file is whole.`)
      await restoreAll(files, backup, context)
    } finally {
      await files.close()
    }
  },
})

async function restoreAll(
  files: BackupFiles,
  backup: Backup,
  { store, print, open }: Contexts['store'],
): Promise<void> {
  if (store === undefined)
    throw new UsageError('A service has this data directory open. Stop it, then restore.')
  await open.accounts(async ({ accounts: { database } }) => {
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
  })
}

function describe(
  { name }: BackupFiles,
  { manifest: { run, at: writtenAt, accounts } }: Backup,
): string {
  return `${name}: run ${run}, ${formatCount(accounts.rows)} rows of accounts, written ${writtenAt}.`
}
