import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  BITCOIN,
  fillFirst,
  fillLater,
  fillMore,
  responsesOf,
} from '../../../test/support/replica-world.ts'
import { NOW_ISO, TestApp } from '../../../test/support/test-app.ts'
import { runLine } from '../../commands/run-for-tests.ts'
import { prices } from '../../domains/coins/facts.ts'
import { sql } from '../../lib/sql.ts'
import { writeSnapshot } from '../snapshot/write-snapshot.ts'
import { folderFiles } from './backup-files.ts'
import { restoreFacts } from './restore-backup.ts'

const home = mkdtempSync(join(tmpdir(), 'almanac-backup-'))
const folder = join(home, 'backup')
const lines: string[] = []
const OBJECTS = { endpoint: undefined, region: 'us-east-1', keyId: undefined, secret: undefined }
/** What the service answered when it was backed up. */
let responses: Record<string, string>
let keyText: string
let app: TestApp

async function backup(to = folder): Promise<void> {
  const { store, accounts, clock } = app.app
  await runLine(['backup', to], {
    operations: { writeSnapshot: (request) => writeSnapshot(store, request) },
    declared: async () => ({ facts: [...store.facts.values()], mirrored: [] }),
    accounts: { accounts, clock },
    config: { objects: OBJECTS, dataDir: app.dataDir },
    print: (line) => lines.push(line),
  })
}

async function restore(from = folder, ...more: string[]): Promise<void> {
  const { store, accounts } = app.app
  await runLine(['restore', from, ...more], {
    ...{
      store,
      declared: async () => ({ facts: [...store.facts.values()], mirrored: [] }),
      accounts: { accounts },
    },
    config: { objects: OBJECTS, dataDir: app.dataDir },
    print: (line) => lines.push(line),
  })
}

beforeAll(async () => {
  app = await TestApp.start({ ALMANAC_BOOTSTRAP_KEY: '' })
  await fillFirst(app)
  await backup()
  expect(lines.splice(0)).toEqual([expect.stringContaining('is at run 5: 5 runs, ')])
  await fillLater(app)
  await fillMore(app)
  keyText = (await app.app.accounts.createKey({ name: 'shop' })).text
  responses = await responsesOf(app)
  await backup()
  expect(lines.splice(0)).toEqual([expect.stringContaining('is at run 11: 6 runs, ')])
  await backup()
  expect(lines.splice(0)).toEqual([expect.stringContaining('is at run 11: no new run, ')])
  await app.stop()
})
beforeEach(async () => {
  lines.length = 0
  app = await TestApp.start({ ALMANAC_BOOTSTRAP_KEY: '' })
  return () => app.stop()
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** A copy that may be damaged. */
function copy(name: string): string {
  const path = join(home, name)
  cpSync(folder, path, { recursive: true })
  return path
}

const accountsFile = () => readdirSync(folder).filter((name) => name.startsWith('accounts-'))

test('default: a restored store answers byte for byte as before, and keys work', async () => {
  await restore()
  expect(lines).toEqual([
    'runs 1-5 restored',
    'runs 6-11 restored',
    expect.stringMatching(
      new RegExp(
        `backup: run 11, \\d+ rows of accounts, written ${NOW_ISO.replace('Z', '.000Z')}. This store is at run 11.$`,
      ),
    ),
  ])
  expect(await responsesOf(app)).toEqual(responses)
  await app.app.accounts.refresh()
  expect(app.app.accounts.findKey(keyText)).toMatchObject({ key: { name: 'shop' } })
  await restore()
  expect(lines.at(-1)).toContain('This store is at run 11.')
})

test('behavior: only one list of accounts is left, which its owner alone can read', () => {
  expect(accountsFile()).toHaveLength(1)
  expect(statSync(join(folder, accountsFile()[0] ?? '')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(folder, accountsFile()[0] ?? ''), 'utf8')).not.toContain(keyText)
})

test('behavior: --verify reads everything and writes nothing', async () => {
  await restore(folder, '--verify')
  expect(lines).toEqual([expect.stringContaining('Every file is whole.')])
  expect(app.app.store.journal.latest).toBe(0)
})

test('behavior: a restore that was cut off goes on', async () => {
  const part = copy('first-part')
  await restoreFacts(app.app.store, {
    files: folderFiles(part),
    facts: { ...readFactsManifest(part), parts: readFactsManifest(part).parts.slice(0, 1) },
  })
  expect(app.app.store.journal.latest).toBe(5)
  await restore()
  expect(await responsesOf(app)).toEqual(responses)
})

test('behavior: a snapshot newer than the list, as a killed backup leaves, does not count', async () => {
  const path = copy('killed')
  await restore(path)
  await app.put(prices, [{ coin: BITCOIN, atSec: 1_768_000_000, priceUsd: 1, confidence: 0.9 }])
  await writeSnapshot(app.app.store, { folder: join(path, 'facts') })
  await app.stop()
  app = await TestApp.start({ ALMANAC_BOOTSTRAP_KEY: '' })
  await restore(path)
  expect(app.app.store.journal.latest).toBe(11)
})

test('error: what is damaged or missing is named, all of it, before anything is written', async () => {
  const path = copy('damaged')
  truncateSync(join(path, 'facts/1-5/protocols.parquet'), 10)
  rmSync(join(path, 'facts/6-11/prices.parquet'))
  const name = accountsFile()[0] ?? ''
  const text = readFileSync(join(path, name), 'utf8')
  writeFileSync(join(path, name), text.replace('shop', 'sh0p'))
  await expect(restore(path)).rejects.toThrow(
    /facts\/1-5\/protocols\.parquet has 10 bytes instead of \d+; facts\/6-11\/prices\.parquet is missing; accounts-\w+\.ndjson is damaged: its SHA-256 is another\. Nothing was written\./,
  )
  expect(app.app.store.journal.latest).toBe(0)
})

test('error: a list that is none, and a backup that was never finished', async () => {
  const path = copy('no-list')
  writeFileSync(join(path, 'backup.json'), '{}')
  await expect(restore(path)).rejects.toThrow('backup.json is damaged')
  writeFileSync(join(path, 'backup.json'), '{"format":2}')
  await expect(restore(path)).rejects.toThrow('has format 2')
  rmSync(join(path, 'backup.json'))
  await expect(restore(path)).rejects.toThrow('is no backup, or one that was never finished')
})

test('error: a store or accounts that are in use are left alone', async () => {
  await app.app.accounts.createKey({ name: 'mine' })
  await expect(restore()).rejects.toThrow('There are keys or hooks here already')
  await app.app.accounts.database.run([{ text: sql`DELETE FROM api_keys`, values: [] }])
  await app.put(prices, [{ coin: BITCOIN, atSec: 1_768_000_000, priceUsd: 1, confidence: 0.9 }])
  await expect(restore()).rejects.toThrow('This store has runs that the backup does not have')
})

test('error: a folder with other files is not written to', async () => {
  const path = mkdtempSync(join(home, 'other-'))
  writeFileSync(join(path, 'letter.txt'), 'dear')
  await expect(backup(path)).rejects.toThrow('is neither empty nor a backup')
  await expect(backup('ftp://host/path')).rejects.toThrow('backups go to a folder, s3://')
  await expect(backup('s3://bucket/path')).rejects.toThrow('set ALMANAC_S3_ENDPOINT')
  await expect(backup('http://me:hunter2@host/bucket')).rejects.toThrow(/^(?!.*hunter2)/)
  await expect(backup('http://host/bucket')).rejects.toThrow('ALMANAC_S3_KEY_ID')
  expect(readdirSync(path)).toEqual(['letter.txt'])
})

function readFactsManifest(path: string) {
  return JSON.parse(readFileSync(join(path, 'facts/manifest.json'), 'utf8'))
}
