import { join } from 'node:path'
import type { Database } from '../../accounts/database.ts'
import { areAccountsUnused, dumpAccounts, loadAccounts, madeByPeople } from '../../accounts/dump.ts'
import { UsageError } from '../../lib/errors.ts'
import { historyAt } from '../../store/history.ts'
import type { Store } from '../../store/store.ts'
import { type PullProgress, pullSnapshot, type SnapshotOrigin } from '../pull/pull.ts'
import type { Manifest } from '../snapshot/manifest.ts'
import type { BackupFiles } from './backup-files.ts'
import { FACTS } from './backup-manifest.ts'
import type { Backup } from './verify-backup.ts'

/** Refuses a database that somebody uses: a restore would take their keys away. */
export async function requireUnused(database: Database, { accounts }: Backup): Promise<void> {
  if (await areAccountsUnused(database)) return
  // A restore that was cut off after its last step is called again.
  const here = madeByPeople(await dumpAccounts(database))
  if (JSON.stringify(here) === JSON.stringify(madeByPeople(accounts))) return
  throw new UsageError(
    'There are keys or hooks here already. Restore into an empty data directory, and an empty accounts database.',
  )
}

/** The runs of a verified backup, part by part; cut off, the same call goes on. */
export async function restoreFacts(
  store: Store,
  request: {
    files: BackupFiles
    facts: Manifest
    onProgress?: ((progress: PullProgress) => void) | undefined
  },
): Promise<{ run: number }> {
  await requirePart(store, request.facts)
  await pullSnapshot(store, originOf(request.files), request.facts, request.onProgress)
  return { run: store.journal.latest }
}

function originOf({ name, bring }: BackupFiles): SnapshotOrigin {
  return {
    name,
    bring: ({ path, bytes }) => bring(join(FACTS, path), bytes),
    readChanges: undefined,
  }
}

/** The store is empty, or has what an earlier call restored. */
async function requirePart({ journal }: Store, { parts }: Manifest): Promise<void> {
  const { latest } = journal
  const own = await historyAt(journal, latest)
  const isOurs = parts.some(({ toRun, history }) => toRun === latest && history === own)
  if (latest > 0 && !isOurs)
    throw new UsageError(
      'This store has runs that the backup does not have. Restore into an empty data directory.',
    )
}

export function restoreAccounts(database: Database, { accounts }: Backup): Promise<void> {
  return loadAccounts(database, accounts)
}
