import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, openAccounts } from '../accounts/accounts.ts'
import { UsageError } from '../lib/errors.ts'
import { runLine } from './run-for-tests.ts'

const NOON_MS = Date.parse('2026-03-10T12:00:00Z')
const clock = { nowMs: () => NOON_MS }
let dataDir: string
let accounts: Accounts

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'almanac-keys-'))
  accounts = await openAccounts({
    url: undefined,
    dataDir,
    clock,
    defaults: { ratePerMinute: 1_000, creditsPerMonth: 1_000_000 },
  })
})

afterEach(async () => {
  await accounts.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function run(...args: string[]): Promise<string[]> {
  const { lines } = await runLine(['keys', ...args], { accounts: { accounts, clock } })
  return lines
}

function keyIn(lines: string[]): string {
  return lines.find((line) => /^ {2}alm_/.test(line))?.trim() ?? ''
}

describe('keys create', () => {
  test('default', async () => {
    const lines = await run('create', '--name', 'web')
    const [key] = await accounts.listKeys()
    expect(lines).toEqual([
      `Created key web (${key?.id}): 1000 requests a minute, 1000000 credits a month.`,
      '',
      expect.stringMatching(/^ {2}alm_[0-9A-Za-z]{43}$/),
      '',
      'Keep it now: only its hash is stored, so it cannot be shown again.',
    ])
    expect(accounts.findKey(keyIn(lines))).toMatchObject({
      key: { name: 'web', expiresAtMs: null },
    })
  })

  test.each([
    ['30d', '2026-04-09T12:00:00Z'],
    ['2027-01-31', '2027-01-31T00:00:00Z'],
    ['2027-01-31T06:00:00+02:00', '2027-01-31T04:00:00Z'],
  ])('behavior: --expires %s is %s', async (expires, iso) => {
    await run(
      'create',
      '--name',
      'web',
      '--account',
      'acme',
      '--rate',
      '60',
      '--credits',
      '500',
      '--expires',
      expires,
    )
    const expected = {
      account: 'acme',
      ratePerMinute: 60,
      creditsPerMonth: 500,
      expiresAtMs: Date.parse(iso),
    }
    expect(await accounts.listKeys()).toMatchObject([expected])
  })

  test.each([
    [['create']],
    [['create', 'web']],
    [['create', '--name']],
    [['create', '--name', 'web', '--colour', 'red']],
    [['create', '--name', 'web', '--rate', 'many']],
    [['create', '--name', 'web', '--credits', '-1']],
    [['create', '--name', 'web', '--expires', 'soon']],
    [['create', '--name', 'web', '--expires', '2027-13-45']],
  ])('error: %j shows the usage line', async (args) => {
    await expect(run(...args)).rejects.toThrow(UsageError)
    await expect(run(...args)).rejects.toThrow('usage: almanac keys create --name NAME')
    expect(await accounts.listKeys()).toEqual([])
  })

  test('error: an expiry in the past is refused', async () => {
    await expect(run('create', '--name', 'web', '--expires', '2026-03-10')).rejects.toThrow(
      'future',
    )
  })
})

describe('keys list', () => {
  test('default', async () => {
    const texts = [
      keyIn(await run('create', '--name', 'web')),
      keyIn(await run('create', '--name', 'a longer name', '--credits', '5')),
    ]
    const found = accounts.findKey(texts[1] ?? '')
    if ('key' in found) accounts.spend(found.key)
    const lines = await run('list')
    const keys = await accounts.listKeys()
    const row = (name: string) => lines.find((line) => line.includes(name))
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(
      /^ID +NAME +ACCOUNT +KEY +PLAN +RATE\/MIN +USED +CREDITS\/MONTH +CREATED +EXPIRES +LAST USED +STATE$/,
    )
    expect(row('web')).toMatch(/1000 +0 +1000000 +2026-03-10T12:00Z +- +- +live$/)
    expect(row('a longer name')).toMatch(
      /1000 +1 +5 +2026-03-10T12:00Z +- +2026-03-10T12:00Z +live$/,
    )
    expect(new Set(lines.map((line) => line.search(/ACCOUNT|default/))).size).toBe(1)
    for (const { hint } of keys) expect(lines.join('\n')).toContain(hint)
    for (const text of texts) expect(lines.join('\n')).not.toContain(text)
  })

  test('behavior: without keys it says how to make one', async () => {
    expect(await run('list')).toEqual([expect.stringContaining('almanac keys create --name NAME')])
  })
})

describe('keys rotate and revoke', () => {
  test('default', async () => {
    const old = keyIn(await run('create', '--name', 'web'))
    const rotated = await run('rotate', 'web')
    expect(rotated[0]).toContain('The old key stays valid for 24h.')
    const fresh = keyIn(rotated)
    const oldKey = accounts.findKey(old)
    expect(oldKey).toMatchObject({ key: { expiresAtMs: Date.parse('2026-03-11T12:00:00Z') } })
    expect((await run('revoke', 'web'))[0]).toMatch(/^Revoked key web \(key_[0-9a-f]{12}\)\.$/)
    expect([accounts.findKey(old), accounts.findKey(fresh)]).toEqual([
      { problem: 'revoked' },
      { problem: 'revoked' },
    ])
    expect((await run('list')).slice(1).every((line) => line.endsWith('revoked'))).toBe(true)
  })

  test('behavior: an overlap of zero ends the old key at once', async () => {
    const old = keyIn(await run('create', '--name', 'web'))
    expect((await run('rotate', 'web', '--overlap', '0s'))[0]).toContain('no longer valid')
    expect(accounts.findKey(old)).toEqual({ problem: 'expired' })
  })

  test('error: a missing, unknown or doubtful argument is refused', async () => {
    await expect(run('rotate')).rejects.toThrow('usage: almanac keys rotate <id|name>')
    await expect(run('rotate', 'web', '--overlap', 'long')).rejects.toThrow(
      '--overlap must be a duration',
    )
    await expect(run('revoke')).rejects.toThrow('usage: almanac keys revoke <id|name>')
    await expect(run('revoke', 'a', 'b')).rejects.toThrow('too many arguments')
    await expect(run('revoke', 'web')).rejects.toThrow('There is no key "web"')
  })
})

test('error: an unknown action lists all four', async () => {
  for (const args of [[], ['delete']]) {
    await expect(run(...args)).rejects.toThrow(/keys create.*keys list.*keys rotate.*keys revoke/s)
  }
})

describe('keys usage', () => {
  test('default: by day and operation, of one key or of all', async () => {
    await run('create', '--name', 'web')
    await run('create', '--name', 'desk', '--operator')
    const [web, desk] = await accounts.listKeys()
    if (web === undefined || desk === undefined) throw new Error('no keys')
    accounts.countUse(web, 'tvl.listChains', 1)
    accounts.countUse(web, 'tvl.listChains', 1)
    accounts.countUse(desk, 'coins.getPrices', 0)
    const line = (...cells: string[]) => expect.stringMatching(new RegExp(cells.join(' +')))
    expect(await run('usage')).toEqual([
      line('DAY', 'KEY', 'OPERATION', 'REQUESTS', 'CREDITS'),
      line('2026-03-10', 'web', 'tvl.listChains', '2', '2'),
      line('2026-03-10', 'desk', 'coins.getPrices', '1', '0'),
    ])
    expect(await run('usage', desk.id, '--days', '1')).toHaveLength(2)
    expect(await run('list')).toContainEqual(line('desk', 'default', '\\S+', 'pro, operator'))
    await expect(run('usage', 'nobody')).rejects.toThrow('no such key')
  })
})
