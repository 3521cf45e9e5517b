// Does one kind of work without end on a data directory, to be killed at any time. First it tells
// what it found there; each piece of work is acknowledged when it is done.

import { mkdirSync, writeFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { openAccounts } from '../../../src/accounts/accounts.ts'
import { createClock } from '../../../src/lib/clock.ts'
import { folderFiles } from '../../../src/runs/backup/backup-files.ts'
import { restoreAccounts, restoreFacts } from '../../../src/runs/backup/restore-backup.ts'
import { verifyBackup } from '../../../src/runs/backup/verify-backup.ts'
import { writeBackup } from '../../../src/runs/backup/write-backup.ts'
import { importFiles } from '../../../src/runs/import/import-files.ts'
import { writeSnapshot } from '../../../src/runs/snapshot/write-snapshot.ts'
import { undoRuns } from '../../../src/runs/undo.ts'
import { Store } from '../../../src/store/store.ts'
import type { Acknowledged, Work, WorkPlace } from './place.ts'
import { commitMade, commitStaged, look, twoSides } from './two-sides.ts'

const MAX_STAGED = 20_000
const MAX_MADE = 1_000
const MAX_IMPORTED = 8_000

const place = JSON.parse(process.argv[2] ?? '{}') as WorkPlace
const { dataDir, backupDir, work, version } = place
const say = (word: string, what: object): void =>
  void process.stdout.write(`${word} ${JSON.stringify(what)}\n`)
const clock = createClock()
const sides = twoSides(version)
const count = (max: number) => 1 + Math.floor(Math.random() * max)

// It is killed before its end, when that would happen by itself.
flushCompileCache()
say('opening', {})
const store = await Store.open({ facts: [sides.left, sides.right], path: join(dataDir, 'facts') })
const found = await look(store, sides)
say('found', found)

const WORKS: Record<Work, () => Promise<Acknowledged>> = {
  look: async () => ({ run: 0 }),
  opening: async () => ({ run: (await commitMade(store, sides, count(MAX_MADE))).id }),
  migration: async () => ({ run: (await commitStaged(store, sides, count(MAX_STAGED))).id }),
  commit: async () => {
    const rows = count(MAX_STAGED)
    return { run: (await commitStaged(store, sides, rows)).id, rows: 2 * rows }
  },
  live: async () => {
    const rows = count(MAX_MADE)
    return { run: (await commitMade(store, sides, rows)).id, rows: 2 * rows }
  },
  import: importOne,
  undo: undoOne,
  backup: () => withAccounts(backupOnce),
  restore: () => withAccounts(restoreOnce),
}

const isOnce = work === 'look' || work === 'restore'
do say('ack', { work, ...(await WORKS[work]()) })
while (!isOnce)
if (work === 'restore') say('found', await look(store, sides))
await store.close()

async function importOne(): Promise<Acknowledged> {
  const rows = count(MAX_IMPORTED)
  const file = join(dataDir, 'rows.csv')
  const lines = Array.from({ length: rows }, (_, index) => `key ${index},${index},${index},x`)
  writeFileSync(file, `id,atSec,amount,note\n${lines.join('\n')}\n`)
  const rejectsDir = join(dataDir, 'rejects')
  mkdirSync(rejectsDir, { recursive: true })
  const options = { fact: sides.left.name, files: [file], again: true, trusted: true, rejectsDir }
  const { run, accepted } = await importFiles(store, clock, options)
  return { run: run ?? 0, rows: accepted }
}

/** Any run that is not undone, undos included. */
async function undoOne(): Promise<Acknowledged> {
  const { journal } = store
  const undone = journal.undone.listAt(journal.latest)
  const committed = await journal.listAfter(0, undefined, { state: 'committed' })
  const candidates = committed.filter(({ id }) => !undone.has(id))
  const chosen = candidates[count(candidates.length) - 1]
  if (chosen === undefined) return { run: (await commitMade(store, sides, 10)).id }
  const { id } = await undoRuns(store, { clock, choose: () => [chosen.id] })
  return { run: id, rows: 0, undoes: chosen.id }
}

type Accounts = Awaited<ReturnType<typeof openAccounts>>

async function withAccounts<T>(act: (accounts: Accounts) => Promise<T>): Promise<T> {
  const defaults = { ratePerMinute: 1, creditsPerMonth: 1 }
  const accounts = await openAccounts({ url: undefined, dataDir, clock, defaults })
  try {
    return await act(accounts)
  } finally {
    await accounts.close()
  }
}

async function backupOnce({ database }: Accounts): Promise<Acknowledged> {
  const made = await commitMade(store, sides, count(MAX_MADE))
  say('ack', { work: 'live', run: made.id })
  const { run } = await writeBackup({
    folder: backupDir,
    writeSnapshot: (request) => writeSnapshot(store, request),
    database,
    facts: store.facts,
    nowMs: clock.nowMs(),
    version: '0',
  })
  return { run }
}

async function restoreOnce({ database }: Accounts): Promise<Acknowledged> {
  const files = folderFiles(backupDir)
  const backup = await verifyBackup(files, store.facts)
  const { run } = await restoreFacts(store, { files, facts: backup.facts })
  await restoreAccounts(database, backup)
  return { run }
}
