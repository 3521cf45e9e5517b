import { resolve } from 'node:path'
import program from '../../package.json' with { type: 'json' }
import type { Config } from '../config.ts'
import { UsageError } from '../lib/errors.ts'
import { isObjectUrl, ObjectStore } from '../runs/backup/object-store.ts'
import { uploadBackup } from '../runs/backup/upload-backup.ts'
import { type BackupRequest, type BackupSummary, writeBackup } from '../runs/backup/write-backup.ts'
import { defineCommand } from './define-command.ts'
import { formatCount } from './progress.ts'

export const backup = defineCommand({
  name: 'backup',
  usage: ['<folder or s3://bucket/prefix>'],
  describe: 'facts, runs, receipts and accounts; then what was added',
  examples: ['backup /backups/almanac', 'backup s3://bucket/nightly'],
  needs: 'store',
  run: ({ args: [given] }, { operations: { writeSnapshot }, config, declared, print, open }) =>
    open.accounts(async ({ accounts: { database }, clock }) => {
      const { version } = program
      const facts = new Map((await declared()).facts.map((fact) => [fact.name, fact]))
      const nowMs = clock.nowMs()
      const request = { writeSnapshot, database, nowMs, version, facts }
      const { name, summary } = await write(given, request, config)
      const { run, runs, rows, bytes, accountRows } = summary
      const added =
        runs === 0
          ? 'no new run'
          : `${formatCount(runs)} runs, ${formatCount(rows)} rows and ${formatCount(bytes)} bytes added`
      print(`${name} is at run ${run}: ${added}, ${formatCount(accountRows)} rows of accounts.`)
    }),
})

async function write(
  given: string,
  request: Omit<BackupRequest, 'folder'>,
  { objects, dataDir }: Pick<Config, 'objects' | 'dataDir'>,
): Promise<{ name: string; summary: BackupSummary }> {
  if (isObjectUrl(given)) {
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
