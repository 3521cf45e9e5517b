import { hash } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  BUCKET,
  type ObjectStoreServer,
  startObjectStore,
} from '../../../test/support/object-store-server.ts'
import { fillFirst, fillLater, responsesOf } from '../../../test/support/replica-world.ts'
import { TestApp } from '../../../test/support/test-app.ts'
import { runLine } from '../../commands/run-for-tests.ts'
import { writeSnapshot } from '../snapshot/write-snapshot.ts'
import { ObjectStore } from './object-store.ts'

const BACKUP_URL = `s3://${BUCKET}/nightly/eu west`
const lines: string[] = []
let server: ObjectStoreServer
let app: TestApp
let responses: Record<string, string>

const settings = (secret = server.secret) => ({
  ...{ endpoint: server.url, region: 'us-east-1', keyId: server.keyId, secret },
})
const objects = (url = BACKUP_URL) => new ObjectStore(url, settings())

async function backup(to = BACKUP_URL, secret?: string): Promise<void> {
  const { store, accounts, clock } = app.app
  await runLine(['backup', to], {
    operations: { writeSnapshot: (request) => writeSnapshot(store, request) },
    declared: async () => ({ facts: [...store.facts.values()], mirrored: [] }),
    accounts: { accounts, clock },
    config: { objects: settings(secret), dataDir: app.dataDir },
    print: (line) => lines.push(line),
  })
}

async function restore(...args: string[]): Promise<void> {
  const { store, accounts } = app.app
  await runLine(['restore', ...args], {
    store,
    declared: async () => ({ facts: [...store.facts.values()], mirrored: [] }),
    accounts: { accounts },
    config: { objects: settings(), dataDir: app.dataDir },
    print: (line) => lines.push(line),
  })
}

beforeAll(async () => {
  server = await startObjectStore()
  app = await TestApp.start({ ALMANAC_BOOTSTRAP_KEY: '' })
  await fillFirst(app)
  await backup()
  expect(lines.splice(0)).toEqual([expect.stringContaining(`${BACKUP_URL} is at run 5: 5 runs, `)])
  await fillLater(app)
  await app.app.accounts.createKey({ name: 'shop' })
  responses = await responsesOf(app)
  // What a call that was killed had sent.
  await objects().putText('facts/6-6/prices.parquet', 'half')
  await backup()
  expect(lines.splice(0)).toEqual([expect.stringMatching(/ is at run \d+: \d+ runs, .* added/)])
  expect(readdirSync(app.dataDir)).not.toContain('backup-to-send')
  await app.stop()
})
beforeEach(async () => {
  lines.length = 0
  app = await TestApp.start({ ALMANAC_BOOTSTRAP_KEY: '' })
  return () => app.stop()
})
afterAll(() => server?.stop())

test('default: what is restored from an object store answers byte for byte as before', async () => {
  await restore(BACKUP_URL)
  expect(lines.slice(0, 2)).toEqual(['runs 1-5 restored', expect.stringMatching(/^runs 6-\d+ /)])
  expect(await responsesOf(app)).toEqual(responses)
  expect(readdirSync(app.dataDir)).not.toContain('backup-to-restore')
  // The same objects by their plain URL.
  await restore(`${server.url}/${BUCKET}/nightly/eu%20west`, '--verify')
  expect(lines.at(-1)).toContain('Every file is whole.')
})

test('behavior: one list of accounts is left, and nothing of a call that was cut off', async () => {
  const paths = (await objects().list()).map(({ path }) => path)
  expect(paths.filter((path) => path.startsWith('accounts-'))).toHaveLength(1)
  expect(paths).toContain('backup.json')
  expect(paths).not.toContain('facts/6-6/prices.parquet')
})

test('error: damaged and missing objects are named before anything is written', async () => {
  const store = objects()
  const [accounts] = (await store.list()).filter(({ path }) => path.startsWith('accounts-'))
  const rows = (await store.readText(accounts?.path ?? '')) ?? ''
  await store.putText(accounts?.path ?? '', rows.replace('shop', 'sh0p'))
  await expect(restore(BACKUP_URL)).rejects.toThrow(
    /cannot be restored: accounts-\w+\.ndjson is damaged: its SHA-256 is another\. Nothing was/,
  )
  await store.delete(accounts?.path ?? '')
  await expect(restore(BACKUP_URL)).rejects.toThrow(/accounts-\w+\.ndjson is missing/)
  expect(app.app.store.journal.latest).toBe(0)
  await store.putText(accounts?.path ?? '', rows)
  await restore(BACKUP_URL, '--verify')
})

test('error: a wrong secret, and a bucket that is not there, are named without the secret', async () => {
  await expect(backup(BACKUP_URL, 'not-the-secret')).rejects.toThrow(
    /^s3:\S+ west: backup\.json: it answers 403 \(SignatureDoesNotMatch\)$/,
  )
  await expect(backup('s3://nowhere/x')).rejects.toThrow('s3://nowhere/x: there is no such bucket.')
})

test('error: a prefix with other objects is not written to', async () => {
  const url = `s3://${BUCKET}/letters`
  await objects(url).putText('letter.txt', 'Dear')
  await expect(backup(url)).rejects.toThrow('is neither empty nor a backup')
  expect(await objects(url).list()).toEqual([{ path: 'letter.txt', bytes: 4 }])
})

test('behavior: a file that is too large for one request goes in parts, whole or not at all', async () => {
  const partBytes = 5 * 2 ** 20
  const store = new ObjectStore(`s3://${BUCKET}/large`, settings(), partBytes)
  // Two parts of 5 MiB and one of 2 MiB, each of other bytes.
  const bytes = Buffer.concat([1, 2, 3].map((fill) => Buffer.alloc(partBytes, fill))).subarray(
    0,
    12 * 2 ** 20,
  )
  const file = join(app.dataDir, 'large')
  writeFileSync(file, bytes)
  const given = { bytes: bytes.length, sha256: hash('sha256', bytes) }
  await store.putFile('a file', file, given)
  expect(await store.list()).toEqual([{ path: 'a file', bytes: bytes.length }])
  const stored = await store.open('a file')
  expect(stored && hash('sha256', await buffer(stored))).toBe(given.sha256)
  // A part that is too small is found out when they are joined: nothing appears.
  const tiny = new ObjectStore(`s3://${BUCKET}/tiny`, settings(), 1_000)
  writeFileSync(file, bytes.subarray(0, 2_500))
  await expect(tiny.putFile('a file', file, { ...given, bytes: 2_500 })).rejects.toThrow(
    /^s3:\S+tiny: a file: it answers 400 \(EntityTooSmall\)$/,
  )
  expect(await tiny.list()).toEqual([])
})
