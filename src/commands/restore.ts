import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Database } from '../accounts/database.ts'
import { at } from '../lib/at.ts'
import { UsageError } from '../lib/errors.ts'
import { FACTS } from '../runs/backup/backup-manifest.ts'
import { requireUnused, restoreAccounts } from '../runs/backup/restore-backup.ts'
import { type Backup, verifyBackup } from '../runs/backup/verify-backup.ts'
import { formatCount } from './progress.ts'
import type { ReplicaOperations } from './replica-operations.ts'

export const RESTORE_USAGE = 'usage: almanac restore <folder> [--verify]'

export interface RestoreCommand extends Pick<ReplicaOperations, 'restoreFacts'> {
  database: Database
  isServing: boolean
  print: (line: string) => void
}

/** `almanac restore`: a backup into an empty store; with `--verify` it is only read. */
export async function runRestore(args: string[], command: RestoreCommand): Promise<void> {
  const { print, database } = command
  const { values, positionals } = parse(args)
  if (values.help) return print(RESTORE_USAGE)
  const [given, ...rest] = positionals
  if (given === undefined || rest.length > 0) throw new UsageError(RESTORE_USAGE)
  const folder = resolve(given)
  const backup = await verifyBackup(folder)
  if (values.verify) return print(`${describe(folder, backup)} Every file is whole.`)
  if (command.isServing)
    throw new UsageError('A service has this data directory open. Stop it, then restore.')
  await requireUnused(database, backup)
  const { run } = await command.restoreFacts({
    folder: resolve(folder, FACTS),
    facts: backup.facts,
    onProgress: ({ step, runs }) => {
      if (step === 'stored') print(`runs ${runs} restored`)
    },
  })
  await restoreAccounts(database, backup)
  print(`${describe(folder, backup)} This store is at run ${run}.`)
}

function describe(folder: string, { manifest: { run, at: writtenAt, accounts } }: Backup): string {
  return `${folder}: run ${run}, ${formatCount(accounts.rows)} rows of accounts, written ${writtenAt}.`
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
