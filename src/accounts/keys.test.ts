import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { UsageError } from '../lib/errors.ts'
import type { Accounts } from './accounts.ts'
import { createTestClock, describeOnEachEngine } from './engines-for-tests.ts'

function problemOf(accounts: Accounts, text: string): string {
  const found = accounts.findKey(text)
  return 'problem' in found ? found.problem : 'none'
}

describeOnEachEngine('keys', (engine) => {
  test('default', async () => {
    const place = await engine.createPlace()
    const accounts = await engine.open(place, createTestClock('2026-03-10T12:00:00Z'))
    const { text, key } = await accounts.createKey({ name: 'web' })
    expect(text).toMatch(/^alm_[0-9A-Za-z]{43}$/)
    expect(key).toEqual({
      id: expect.stringMatching(/^key_[0-9a-f]{12}$/),
      account: 'default',
      name: 'web',
      hint: `alm_${text.slice(4, 8)}…${text.slice(-4)}`,
      plan: 'pro',
      operator: false,
      ratePerMinute: 1_000,
      creditsPerMonth: 1_000_000,
      createdAtMs: Date.parse('2026-03-10T12:00:00Z'),
      expiresAtMs: null,
      revokedAtMs: null,
      lastUsedAtMs: null,
    })
    expect(accounts.findKey(text)).toMatchObject({ key: { id: key.id } })
    expect(await accounts.listKeys()).toEqual([key])
  })

  test('behavior: a text that is not a key, or longer than 256 letters, is unknown', async () => {
    const accounts = await engine.open(
      await engine.createPlace(),
      createTestClock('2026-03-10T12:00:00Z'),
    )
    expect(problemOf(accounts, '')).toBe('unknown')
    expect(problemOf(accounts, `alm_${'0'.repeat(43)}`)).toBe('unknown')
    expect(problemOf(accounts, 'a'.repeat(1_000_000))).toBe('unknown')
  })

  test('behavior: the text of a key is stored nowhere', async () => {
    const place = await engine.createPlace()
    const accounts = await engine.open(place, createTestClock('2026-03-10T12:00:00Z'))
    const { text, key } = await accounts.createKey({ name: 'web' })
    const body = text.slice(4)
    const stored = place.url === undefined ? readFolder(place.dataDir) : await readTable(place.url)
    expect(stored).toContain(key.id)
    expect(stored).not.toContain(body)
  })

  test('behavior: a key expires at its time', async () => {
    const clock = createTestClock('2026-03-10T12:00:00Z')
    const accounts = await engine.open(await engine.createPlace(), clock)
    const { text } = await accounts.createKey({
      name: 'web',
      expiresAtMs: Date.parse('2026-03-11T12:00:00Z'),
    })
    clock.set('2026-03-11T11:59:59.999Z')
    expect(problemOf(accounts, text)).toBe('none')
    clock.set('2026-03-11T12:00:00Z')
    expect(problemOf(accounts, text)).toBe('expired')
    await expect(accounts.createKey({ name: 'web' })).resolves.toMatchObject({
      key: { name: 'web' },
    })
  })

  test('behavior: rotating keeps the old key valid for the overlap; the new one inherits limits, expiry and credits spent', async () => {
    const clock = createTestClock('2026-03-10T12:00:00Z')
    const accounts = await engine.open(await engine.createPlace(), clock)
    const expiresAtMs = Date.parse('2026-12-31T00:00:00Z')
    const old = await accounts.createKey({
      name: 'web',
      account: 'acme',
      ratePerMinute: 7,
      creditsPerMonth: 10,
      expiresAtMs,
    })
    accounts.spend(old.key)
    const fresh = await accounts.rotateKey('web', { overlapSec: 3_600 })
    expect(fresh.key).toMatchObject({
      name: 'web',
      account: 'acme',
      ratePerMinute: 7,
      creditsPerMonth: 10,
      expiresAtMs,
    })
    expect(fresh.key.id).not.toBe(old.key.id)
    accounts.spend(old.key)
    expect(accounts.spend(fresh.key)).toEqual({ used: 3, remaining: 7, resetDate: '2026-04-01' })
    expect([problemOf(accounts, old.text), problemOf(accounts, fresh.text)]).toEqual([
      'none',
      'none',
    ])
    clock.set('2026-03-10T13:00:00Z')
    expect([problemOf(accounts, old.text), problemOf(accounts, fresh.text)]).toEqual([
      'expired',
      'none',
    ])
  })

  test('behavior: revoking by name ends the keys a rotation still lets live; by id only that key', async () => {
    const accounts = await engine.open(
      await engine.createPlace(),
      createTestClock('2026-03-10T12:00:00Z'),
    )
    const first = await accounts.createKey({ name: 'web' })
    const second = await accounts.rotateKey('web', { overlapSec: 3_600 })
    const third = await accounts.rotateKey(second.key.id, { overlapSec: 3_600 })
    expect((await accounts.revokeKey(first.key.id)).revokedAtMs).toBe(
      Date.parse('2026-03-10T12:00:00Z'),
    )
    expect([first, second, third].map(({ text }) => problemOf(accounts, text))).toEqual([
      'revoked',
      'none',
      'none',
    ])
    expect((await accounts.revokeKey('web')).id).toBe(third.key.id)
    expect([first, second, third].map(({ text }) => problemOf(accounts, text))).toEqual([
      'revoked',
      'revoked',
      'revoked',
    ])
  })

  test('behavior: a key given by configuration is made once, and stays revoked', async () => {
    const place = await engine.createPlace()
    const clock = createTestClock('2026-03-10T12:00:00Z')
    const [one, two] = await Promise.all([engine.open(place, clock), engine.open(place, clock)])
    const text = 'configured-key-0123456789'
    const made = await Promise.all([
      one.createKey({ name: 'first', text }),
      two.createKey({ name: 'first', text }),
    ])
    expect(made[0].key.id).toBe(made[1].key.id)
    expect(made[0].key.hint).toBe('conf…6789')
    await one.revokeKey('first')
    expect((await two.createKey({ name: 'first', text })).key.revokedAtMs).not.toBeNull()
    expect(await one.listKeys()).toHaveLength(1)
  })

  test('behavior: keys made and revoked by another process are seen', async () => {
    const place = await engine.createPlace()
    const clock = createTestClock('2026-03-10T12:00:00Z')
    const server = await engine.open(place, clock, 200)
    const commandLine = await engine.open(place, clock)
    const { text } = await commandLine.createKey({ name: 'web' })
    await vi.waitFor(() => expect(problemOf(server, text)).toBe('none'), {
      timeout: 30_000,
      interval: 20,
    })
    await commandLine.revokeKey('web')
    await vi.waitFor(() => expect(problemOf(server, text)).toBe('revoked'), {
      timeout: 30_000,
      interval: 20,
    })
  })

  test('error: a name in use, or one that looks like an id or a key, is refused', async () => {
    const accounts = await engine.open(
      await engine.createPlace(),
      createTestClock('2026-03-10T12:00:00Z'),
    )
    await accounts.createKey({ name: 'web' })
    await expect(accounts.createKey({ name: 'web' })).rejects.toThrow('already a key named "web"')
    for (const name of ['', 'key_1', 'alm_1', 'a\u001b[2J'])
      await expect(accounts.createKey({ name })).rejects.toThrow(UsageError)
  })

  test('error: an unknown key lists what exists, and a pasted key is not repeated', async () => {
    const accounts = await engine.open(
      await engine.createPlace(),
      createTestClock('2026-03-10T12:00:00Z'),
    )
    await expect(accounts.revokeKey('web')).rejects.toThrow(
      'There is no key "web"; there are no keys yet.',
    )
    const { text, key } = await accounts.createKey({ name: 'web' })
    await expect(accounts.rotateKey('wbe', { overlapSec: 0 })).rejects.toThrow(
      `There is no key "wbe"; there are: web (${key.id}).`,
    )
    await expect(accounts.revokeKey(text)).rejects.not.toThrow(text.slice(4))
    await expect(accounts.revokeKey(text)).rejects.toThrow(UsageError)
  })

  test('error: a revoked key cannot be rotated, nor one be rotated twice', async () => {
    const accounts = await engine.open(
      await engine.createPlace(),
      createTestClock('2026-03-10T12:00:00Z'),
    )
    const first = await accounts.createKey({ name: 'web' })
    await accounts.rotateKey('web', { overlapSec: 3_600 })
    await expect(accounts.rotateKey(first.key.id, { overlapSec: 0 })).rejects.toThrow(
      'cannot be rotated',
    )
    await accounts.revokeKey(first.key.id)
    await expect(accounts.rotateKey(first.key.id, { overlapSec: 0 })).rejects.toThrow(
      'cannot be rotated',
    )
  })

  test('error: limits that make no sense are refused', async () => {
    const accounts = await engine.open(
      await engine.createPlace(),
      createTestClock('2026-03-10T12:00:00Z'),
    )
    await expect(accounts.createKey({ name: 'web', ratePerMinute: 0 })).rejects.toThrow(
      'rate per minute',
    )
    await expect(accounts.createKey({ name: 'web', creditsPerMonth: 1.5 })).rejects.toThrow(
      'credits per month',
    )
    await expect(accounts.createKey({ name: 'web', expiresAtMs: 1 })).rejects.toThrow('future')
  })
})

function readFolder(dataDir: string): string {
  return ['accounts.sqlite', 'accounts.sqlite-wal']
    .map((file) => readFileSync(join(dataDir, file), 'latin1'))
    .join('')
}

async function readTable(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('SELECT * FROM api_keys')
  await client.end()
  return JSON.stringify(rows)
}
