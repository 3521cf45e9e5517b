import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UsageError } from '../../lib/errors.ts'
import { replaceFile } from '../snapshot/files.ts'
import { type DeclaredFacts, MANIFEST_NAME } from '../snapshot/manifest.ts'
import { folderFiles } from './backup-files.ts'
import { ACCOUNTS_FILE, BACKUP_NAME, FACTS, readBackupManifest } from './backup-manifest.ts'
import type { ObjectStore } from './object-store.ts'
import { listFiles, readFacts } from './verify-backup.ts'
import { type BackupRequest, type BackupSummary, writeBackup } from './write-backup.ts'

const FACTS_MANIFEST = `${FACTS}/${MANIFEST_NAME}`
const PART_FILE = /^facts\/\d+-\d+\/\w+\.parquet$/

/** What came since is written here, sent, and removed here; lists last, so that one is whole. */
export async function uploadBackup(
  request: Omit<BackupRequest, 'folder'>,
  store: ObjectStore,
  workDir: string,
): Promise<BackupSummary> {
  await rm(workDir, { recursive: true, force: true })
  try {
    await bringLists(store, workDir)
    const summary = await writeBackup({ ...request, folder: workDir })
    await send(store, workDir, request.facts)
    return summary
  } finally {
    await rm(workDir, { recursive: true, force: true })
  }
}

/** What a backup of a folder finds there: it goes on behind what the lists name. */
async function bringLists(store: ObjectStore, workDir: string): Promise<void> {
  const isBackup = (await store.readText(BACKUP_NAME)) !== undefined
  const isOurs = ({ path }: { path: string }) =>
    path === FACTS_MANIFEST || PART_FILE.test(path) || ACCOUNTS_FILE.test(path)
  if (!isBackup && !(await store.list()).every(isOurs))
    throw new UsageError(`${store.name} is neither empty nor a backup. Choose another prefix.`)
  for (const path of [BACKUP_NAME, FACTS_MANIFEST]) {
    const text = await store.readText(path)
    const file = join(workDir, path)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    if (text !== undefined) await replaceFile(file, text)
  }
}

async function send(store: ObjectStore, workDir: string, facts: DeclaredFacts): Promise<void> {
  const files = folderFiles(workDir)
  const manifest = await readBackupManifest(files)
  if (manifest === undefined) throw new Error('the backup has no list')
  const stored = await readFacts(files, manifest.run, facts)
  const listed = [...listFiles(stored), manifest.accounts]
  // What is not here was sent by an earlier call.
  for (const file of listed)
    if (existsSync(join(workDir, file.path)))
      await store.putFile(file.path, join(workDir, file.path), file)
  await requireSent(store, listed)
  for (const path of [FACTS_MANIFEST, BACKUP_NAME])
    await store.putText(path, await readFile(join(workDir, path), 'utf8'))
  await removeOthers(store, new Set(listed.map(({ path }) => path)))
}

async function requireSent(
  store: ObjectStore,
  listed: readonly { path: string; bytes: number }[],
): Promise<void> {
  const sent = new Map((await store.list()).map(({ path, bytes }) => [path, bytes]))
  const lost = listed.find(({ path, bytes }) => sent.get(path) !== bytes)
  if (lost !== undefined)
    throw new UsageError(
      `${store.name}: ${lost.path} is missing or cut short. Choose another prefix for a new backup.`,
    )
}

/** Former lists of accounts, and what a call that was cut off had sent. */
async function removeOthers(store: ObjectStore, listed: ReadonlySet<string>): Promise<void> {
  for (const { path } of await store.list()) {
    const isOurs = PART_FILE.test(path) || ACCOUNTS_FILE.test(path)
    if (isOurs && !listed.has(path)) await store.delete(path)
  }
}
