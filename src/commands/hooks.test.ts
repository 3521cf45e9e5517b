import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Accounts } from '../accounts/accounts.ts'
import { createSqliteEngine, createTestClock } from '../accounts/engines-for-tests.ts'
import { afterRun } from '../follow/event.ts'
import { giveUp, queueEvents } from '../hooks/deliveries.ts'
import { listHooks } from '../hooks/hook-store.ts'
import { Receiver } from '../hooks/receiver-for-tests.ts'
import { signatureOf } from '../hooks/send.ts'
import { runLine } from './run-for-tests.ts'

const engine = createSqliteEngine()
const clock = createTestClock('2026-01-14T12:00:00Z')

let accounts: Accounts
let receiver: Receiver
beforeEach(async () => {
  accounts = await engine.open(await engine.createPlace(), clock)
  receiver = await Receiver.start()
})
afterEach(() => receiver.stop())

async function run(...args: string[]): Promise<string> {
  const { lines } = await runLine(['hooks', ...args], { accounts: { accounts, clock } })
  return lines.join('\n')
}

async function add(...options: string[]): Promise<{ id: string; secret: string }> {
  const text = await run('add', receiver.url, '--allow-private', ...options)
  const [id = '', secret = ''] = [/hook_\w+/, /whsec_[\w-]+/].map(
    (form) => form.exec(text)?.[0] ?? '',
  )
  return { id, secret }
}

test('default: add shows the secret once; list shows the hook without it', async () => {
  const { id, secret } = await add('--on', 'commit,held', '--fact', 'prices')
  expect([id, secret]).toEqual([
    expect.stringMatching(/^hook_[0-9a-f]{12}$/),
    expect.stringMatching(/^whsec_[\w-]{43}$/),
  ])
  const listed = await run('list')
  expect(listed).toContain(`${id}  ${receiver.url}  commit,held  prices`)
  expect(listed).not.toContain(secret)
})

test('behavior: test sends one signed event', async () => {
  const { id, secret } = await add()
  expect(await run('test', id)).toContain('Delivered')
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
  expect(JSON.parse(body)).toMatchObject({ event: 'test', at: '2026-01-14T12:00:00.000Z' })
  const time = Number(headers['x-almanac-timestamp'])
  expect(headers['x-almanac-signature']).toBe(signatureOf(secret, time, body))
  receiver.status = 500
  await expect(run('test', id)).rejects.toThrow('answered 500')
})

test('behavior: deliveries shows what waits, what was given up and why; retry queues it again', async () => {
  const { id } = await add()
  const event = { position: afterRun(7), name: 'commit', facts: [], text: '{}' } as const
  const nowMs = clock.nowMs()
  await queueEvents(accounts.database, id, { events: [event], positionRun: 7, nowMs })
  expect(await run('deliveries', id)).toContain(`${id}-7  commit  pending`)
  await giveUp(accounts.database, id, nowMs)
  expect(await run('deliveries', '--state', 'dead')).toContain(`${id}-7  commit  dead`)
  expect(await run('list')).toMatch(/PENDING {2}DEAD.* 0 +0 +1 /s)
  expect(await run('retry', id)).toContain('1 deliveries')
  expect(await run('deliveries', '--state', 'pending')).toContain(`${id}-7`)
})

test('behavior: remove takes what waits with it', async () => {
  const { id } = await add()
  await run('remove', id)
  expect(await listHooks(accounts.database)).toEqual([])
  expect(await run('list')).toContain('There are no hooks')
})

test.each([
  [['add', 'http://example.org/'], 'https'],
  [['add', 'https://127.0.0.1/'], '--allow-private'],
  [['add', 'https://localhost/'], '--allow-private'],
  [['add', 'https://example.org/', '--on', 'birthday', '--allow-private'], 'birthday'],
  [['add', 'https://example.org/', '--fact', 'pricez', '--allow-private'], 'prices'],
  [['add'], 'URL is missing'],
  [['remove', 'hook_1'], 'There is no hook'],
  [['deliveries', '--state', 'lost'], 'pending'],
  [['list', 'x'], 'too many'],
  [['paint'], 'usage: almanac hooks add'],
])('error: %j', async (args, words) => {
  await expect(run(...args)).rejects.toThrow(words)
  expect(await listHooks(accounts.database)).toEqual([])
})
