import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Accounts, openAccounts } from '../../accounts/accounts.ts'
import { query } from '../../accounts/database.ts'
import { createClock } from '../../lib/clock.ts'
import { sql } from '../../lib/sql.ts'
import { IngestLead } from './ingest-lead.ts'

const LEASE_MS = 2_000
const WAIT_MS = 30_000

let folder: string
let events: string[]
const opened: Accounts[] = []
const leads: IngestLead[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'almanac-lead-'))
  events = []
})
afterEach(async () => {
  for (const lead of leads.splice(0)) await lead.close()
  for (const accounts of opened.splice(0)) await accounts.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A process that may ingest, on accounts that all of them share. */
async function startLead(name: string): Promise<IngestLead> {
  const accounts = await openAccounts({
    ...{ url: undefined, dataDir: folder, clock: createClock(undefined), leaseMs: LEASE_MS },
    defaults: { ratePerMinute: 1, creditsPerMonth: 1 },
  })
  opened.push(accounts)
  const lead = new IngestLead(
    (work) => accounts.tryAlone('ingest', work),
    {
      begin: async () => void events.push(`${name} begins`),
      pause: () => void events.push(`${name} pauses`),
    },
    pino({ level: 'silent' }),
  )
  leads.push(lead)
  await lead.start()
  return lead
}

async function until(holds: () => boolean): Promise<void> {
  const untilMs = performance.now() + WAIT_MS
  while (!holds() && performance.now() < untilMs) await sleep(20)
}

test('behavior: one of two ingests, and the other begins when it has ended', async () => {
  const one = await startLead('one')
  const two = await startLead('two')
  await sleep(LEASE_MS)
  expect([one.isLead, two.isLead, events]).toEqual([true, false, ['one begins']])
  await one.close()
  await until(() => two.isLead)
  expect([one.isLead, two.isLead, events]).toEqual([
    false,
    true,
    ['one begins', 'one pauses', 'two begins'],
  ])
})

test('behavior: one whose lease is another’s pauses, and begins again when it is free', async () => {
  const one = await startLead('one')
  const [database] = opened.map((accounts) => accounts.database)
  if (database === undefined) throw new Error('no accounts are open')
  // What a successor does after a holder was stopped for longer than its lease.
  const take = sql`UPDATE leases SET token = token + 1, expires_ms = ${database.nowMsSql} + $1 WHERE name = 'ingest'`
  await query(database, take, [LEASE_MS * 2])
  await until(() => !one.isLead)
  expect(events).toEqual(['one begins', 'one pauses'])
  await until(() => one.isLead)
  expect(events).toEqual(['one begins', 'one pauses', 'one begins'])
})

test('behavior: where no other process can have the store open, it begins at once', async () => {
  const lead = new IngestLead(
    undefined,
    { begin: async () => void events.push('begins'), pause: () => undefined },
    pino({ level: 'silent' }),
  )
  await lead.start()
  expect([lead.isLead, events]).toEqual([true, ['begins']])
  await lead.close()
})

test('error: a first try that fails is thrown, so that the start says why', async () => {
  const lead = new IngestLead(
    () => Promise.reject(new Error('no database')),
    { begin: async () => undefined, pause: () => undefined },
    pino({ level: 'silent' }),
  )
  leads.push(lead)
  await expect(lead.start()).rejects.toThrow('no database')
})
