import { createHmac } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../test/support/test-app.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { describeOnEachEngine, type Place } from '../accounts/engines-for-tests.ts'
import { prices } from '../domains/coins/facts.ts'
import { EVENT_NAMES, type EventName } from '../follow/event.ts'
import { sourceStates } from '../live/schedule/source-state-log.ts'
import { countDeliveries, listDeliveries, reviveDead } from './deliveries.ts'
import type { Hook } from './hook.ts'
import { insertHook, listHooks } from './hook-store.ts'
import { HookWorker } from './hook-worker.ts'
import { Receiver } from './receiver-for-tests.ts'

const HOUR_MS = 3_600_000
const SECRET = 'whsec_test'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app.stop())

describeOnEachEngine('hooks', (engine) => {
  let place: Place
  let accounts: Accounts
  let receiver: Receiver
  let nowMs: number
  const clock = { nowMs: () => nowMs, set: () => undefined }
  beforeEach(async () => {
    nowMs = NOW_SEC * 1000
    place = await engine.createPlace()
    accounts = await engine.open(place, clock)
    receiver = await Receiver.start()
  })
  afterEach(() => receiver.stop())

  async function addHook(more: Partial<Hook> & { on?: EventName[]; facts?: string[] } = {}) {
    const { on = ['commit'], facts = [], ...rest } = more
    const id = `hook_${(await listHooks(accounts.database)).length + 1}`
    const hook: Hook = {
      ...{ id, url: receiver.url, filter: { events: new Set(on), facts: new Set(facts) } },
      ...{ allowPrivate: true, secret: SECRET, createdMs: nowMs, positionRun: null },
      ...{ failures: 0, nextMs: 0, ...rest },
    }
    await insertHook(accounts.database, hook)
    // As the running service does within a second: it begins at the runs there are.
    await worker().pass()
    return hook
  }

  function worker(stop?: AbortSignal, own: Accounts = accounts): HookWorker {
    const log = pino({ level: 'silent' })
    const { store } = app.app
    const options = { store, accounts: own, clock, log, chance: () => 0.5 }
    return new HookWorker(stop === undefined ? options : { ...options, stop })
  }

  const commit = (coin = 'aggregator:a') =>
    app.put(prices, [{ coin, atSec: NOW_SEC, priceUsd: Math.random(), confidence: 1 }])

  test('default: what is committed is sent once, signed, with an id', async () => {
    await addHook()
    const run = await commit()
    await worker().pass()
    await worker().pass()
    expect(receiver.ids).toEqual([String(run)])
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
    expect(JSON.parse(body)).toMatchObject({ event: 'commit', run, source: 'test' })
    const signed = createHmac('sha256', SECRET).update(`${NOW_SEC}.${body}`).digest('hex')
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-almanac-event': 'commit',
      'x-almanac-id': `hook_1-${run}`,
      'x-almanac-timestamp': String(NOW_SEC),
      'x-almanac-signature': `v1=${signed}`,
    })
    expect(await listDeliveries(accounts.database, { limit: 9 })).toMatchObject([
      { state: 'delivered', attempts: 1, lastError: null },
    ])
  })

  test('behavior: events and facts that were requested, in the order of their ids', async () => {
    await addHook({ on: ['failing', 'recovered', 'commit'], facts: ['prices'] })
    const price = await commit()
    const failing = await app.put(sourceStates, [{ source: 'x', state: 'failing', reason: 'no' }])
    await app.put(sourceStates, [{ source: 'x', state: 'recovered', reason: null }])
    await worker().pass()
    expect(receiver.ids).toEqual([String(price), `${failing}.1`, `${failing + 1}.1`])
  })

  test('behavior: a hook tells of what came after it was added, before any worker saw it', async () => {
    await commit()
    // Runs of the test all have one time, so the hook is slightly older than the next one.
    const before = app.app.store.journal.latest
    await insertHook(accounts.database, {
      ...{ id: 'hook_9', url: receiver.url, allowPrivate: true, secret: SECRET },
      ...{ filter: { events: new Set<EventName>(), facts: new Set<string>() } },
      ...{ createdMs: nowMs - 1, positionRun: null, failures: 0, nextMs: 0 },
    })
    await worker().pass()
    // All runs of this store are of the time after it.
    expect(receiver.ids.at(-1)).toBe(String(before))
    expect(receiver.ids[0]).toMatch(/^1(\.|$)/)
  })

  test('behavior: a receiver that returns 500 for a day: back-off, then dead and visible, and later events go on', async () => {
    await addHook()
    receiver.status = 500
    const startMs = nowMs
    const run = await commit()
    await worker().pass()
    const waits: number[] = []
    while ((await countDeliveries(accounts.database)).get('hook_1')?.dead !== 1) {
      const [hook] = await listHooks(accounts.database)
      const nextMs = hook?.nextMs ?? 0
      waits.push(nextMs - nowMs)
      // Nothing is sent before its time.
      const sent = receiver.received.length
      nowMs = nextMs - 1
      await worker().pass()
      expect(receiver.received).toHaveLength(sent)
      nowMs = nextMs
      await worker().pass()
    }
    // Doubled from 2 s up to an hour, each an eighth longer: the jitter of a chance of one half.
    expect(waits.slice(0, 3)).toEqual([2_250, 4_500, 9_000])
    expect(waits.at(-1)).toBe(4_050_000)
    expect(nowMs - startMs).toBeGreaterThanOrEqual(24 * HOUR_MS)
    expect(nowMs - startMs).toBeLessThan(26 * HOUR_MS)
    expect(receiver.received).toHaveLength(waits.length + 1)
    expect(new Set(receiver.ids)).toEqual(new Set([String(run)]))
    expect(await listDeliveries(accounts.database, { state: 'dead', limit: 9 })).toMatchObject([
      { eventId: String(run), lastError: 'the receiver answered 500' },
    ])

    receiver.status = 200
    const next = await commit()
    nowMs += 2 * HOUR_MS
    await worker().pass()
    expect(receiver.ids.at(-1)).toBe(String(next))
    expect(await listHooks(accounts.database)).toMatchObject([{ failures: 0, nextMs: 0 }])
    expect(await reviveDead(accounts.database, 'hook_1', nowMs)).toBe(1)
    await worker().pass()
    expect(receiver.ids.at(-1)).toBe(String(run))
  })

  test('behavior: after an outage everything comes, in order, once', async () => {
    await addHook()
    receiver.status = 503
    const runs = [await commit()]
    await worker().pass()
    runs.push(await commit(), await commit())
    nowMs += 10_000
    await worker().pass()
    expect(new Set(receiver.ids)).toEqual(new Set([String(runs[0])]))
    receiver.status = 200
    receiver.received.length = 0
    nowMs += HOUR_MS
    await worker().pass()
    expect(receiver.ids).toEqual(runs.map(String))
  })

  test('behavior: a restart at any point loses nothing; what was cut off comes again with its id', async () => {
    await addHook()
    const runs = [await commit(), await commit()]
    const stop = new AbortController()
    // The process ends when the first event has arrived but before that is recorded.
    receiver.before = () => stop.abort()
    await worker(stop.signal).pass()
    receiver.before = () => undefined
    runs.push(await commit())
    const reopened = await engine.open(place, clock)
    await worker(undefined, reopened).pass()
    expect(receiver.ids).toEqual([runs[0], ...runs].map(String))
    const sentIds = receiver.received.map(({ headers }) => headers['x-almanac-id'])
    expect(sentIds[0]).toBe(sentIds[1])
  })

  test('behavior: of several processes one sends, and each event comes once', async () => {
    await addHook()
    const runs: number[] = []
    for (let index = 0; index < 5; index++) runs.push(await commit())
    const others = [await engine.open(place, clock), await engine.open(place, clock)]
    await Promise.all([accounts, ...others].map((own) => worker(undefined, own).pass()))
    await worker().pass()
    expect(receiver.ids).toEqual(runs.map(String))
  })

  test('behavior: one hook that fails does not keep another waiting', async () => {
    await addHook({ url: 'http://127.0.0.1:9/' })
    await addHook()
    const run = await commit()
    await worker().pass()
    expect(receiver.ids).toEqual([String(run)])
    expect(await listDeliveries(accounts.database, { state: 'pending', limit: 9 })).toMatchObject([
      { hook: 'hook_1', lastError: expect.stringContaining('ECONNREFUSED') },
    ])
  })

  test('error: a private address is not connected to, whoever stored it', async () => {
    await addHook({ allowPrivate: false })
    await commit()
    await worker().pass()
    expect(receiver.received).toEqual([])
    expect(await listDeliveries(accounts.database, { limit: 9 })).toMatchObject([
      { state: 'pending', attempts: 1, lastError: expect.stringContaining('this machine') },
    ])
  })

  test('behavior: what was delivered a week ago and what died a month ago is removed', async () => {
    await addHook({ on: [...EVENT_NAMES] })
    await commit()
    await worker().pass()
    nowMs += 7 * 24 * HOUR_MS + 1
    await worker().pass()
    expect(await listDeliveries(accounts.database, { limit: 9 })).toEqual([])
  })
})

describe('the service', () => {
  test('behavior: it sends by itself', async () => {
    const receiver = await Receiver.start()
    const { accounts } = app.app
    await insertHook(accounts.database, {
      ...{ id: 'hook_app', url: receiver.url, allowPrivate: true, secret: SECRET },
      ...{ filter: { events: new Set<EventName>(['commit']), facts: new Set<string>() } },
      ...{ createdMs: NOW_SEC * 1000, positionRun: null, failures: 0, nextMs: 0 },
    })
    const row = { coin: 'aggregator:z', atSec: NOW_SEC, priceUsd: 1, confidence: 1 }
    while ((await listHooks(accounts.database))[0]?.positionRun === null)
      await new Promise((resolve) => setTimeout(resolve, 50))
    const run = await app.put(prices, [row])
    while (receiver.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
    expect(receiver.ids).toEqual([String(run)])
    await receiver.stop()
  })
})
