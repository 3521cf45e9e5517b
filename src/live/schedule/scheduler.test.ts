import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readEvents } from '../../follow/read-events.ts'
import { ChainError } from '../../sources/chain/chain-errors.ts'
import { type LiveSource, NotYetError } from '../../sources/model/live-source.ts'
import type { LiveJob } from '../model/live-job.ts'
import type { Period } from '../model/periods.ts'
import type { LiveContext } from '../run/live-context.ts'
import { LiveWorld, sightSource } from '../run/live-world-for-tests.ts'
import { Scheduler, type SchedulerOptions } from './scheduler.ts'

const at = (iso: string) => Date.parse(iso) / 1000
const STEP_MS = 10
const EVERY_SECOND = '* * * * * *'
/**
 * A pattern that is due once in four years, for tests in which nothing but the test starts cycles.
 */
const HARDLY_EVER = '0 0 0 29 2 *'
const HOUR = { fromSec: at('2026-01-14T11:00:00Z'), atSec: at('2026-01-14T12:00:00Z') }

let world: LiveWorld
let scheduler: Scheduler | undefined
beforeAll(async () => {
  world = await LiveWorld.open()
  world.nowSec = at('2026-01-14T12:07:00Z')
})
// Timers and dates are those of the test; the engine takes the time it takes.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(async () => {
  await scheduler?.stop()
  vi.useRealTimers()
})
afterAll(() => world.close())

function jobOf(id: string, cadence = HARDLY_EVER, more: Partial<LiveSource> = {}): LiveJob {
  return { id, cadence, step: 'hour', sources: [sightSource(id, {}, { id, cadence, ...more })] }
}

/**
 * Readings that the test lets begin, end and fail; nothing is stored, so that the last hour stays
 * due.
 */
class Readings {
  readonly begun: string[] = []
  readonly periods: Period[] = []
  readonly times: number[] = []
  readonly #ends: (() => void)[] = []
  running = 0
  most = 0
  /** What the next readings fail with, one after the other. */
  readonly errors: Error[] = []
  isSlow = false

  readonly run: SchedulerOptions['run'] = async (_, job, period) => {
    this.begun.push(job.id)
    this.periods.push(period)
    this.times.push(Date.now())
    this.running++
    this.most = Math.max(this.most, this.running)
    if (this.isSlow) await new Promise<void>((resolve) => this.#ends.push(resolve))
    this.running--
    const error = this.errors.shift()
    if (error !== undefined) throw error
    return { run: { id: this.begun.length } }
  }

  end(): void {
    this.#ends.shift()?.()
  }
}

function schedule(
  jobs: readonly LiveJob[],
  readings: Readings,
  more: Partial<SchedulerOptions> = {},
  context: LiveContext = world.context,
): Scheduler {
  const options = {
    checkCadence: HARDLY_EVER,
    concurrency: 4,
    jitterMs: 0,
    chance: () => 0.5,
    retry: { firstMs: 50, maxMs: 400 },
    run: readings.run,
  }
  scheduler = new Scheduler(context, jobs, { ...options, ...more })
  return scheduler
}

/** Lets the time of the test pass, ten times as fast as the engine's. */
async function pass(ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += STEP_MS) {
    await vi.advanceTimersByTimeAsync(STEP_MS)
    await sleep(1)
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + 120_000
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error('it did not happen within two minutes')
    await pass(STEP_MS)
  }
}

describe('when jobs are due', () => {
  test('default: at the start and then by the pattern, the last full hour until it is in the store', async () => {
    const readings = new Readings()
    await schedule([jobOf('pattern', EVERY_SECOND)], readings).start()
    await until(() => readings.begun.length >= 3)
    expect(new Set(readings.periods.map((period) => JSON.stringify(period)))).toEqual(
      new Set([JSON.stringify(HOUR)]),
    )
    expect(scheduler?.states()).toMatchObject([
      { id: 'pattern', cadence: EVERY_SECOND, lastError: null },
    ])
  })

  test('behavior: a job does not overlap itself, and what became due meanwhile follows at once', async () => {
    const readings = new Readings()
    readings.isSlow = true
    await schedule([jobOf('slow', EVERY_SECOND)], readings).start()
    await until(() => readings.begun.length === 1)
    await pass(2_200)
    expect(readings.begun).toEqual(['slow'])
    expect(scheduler?.states()).toMatchObject([
      { isRunning: true, progress: { done: 0, total: 1 } },
    ])
    readings.end()
    await until(() => readings.begun.length === 2)
    expect(readings.most).toBe(1)
    readings.isSlow = false
    readings.end()
  })

  test('behavior: at most two jobs at once', async () => {
    const readings = new Readings()
    readings.isSlow = true
    await schedule(
      ['a', 'b', 'c', 'd', 'e'].map((id) => jobOf(id)),
      readings,
      { concurrency: 2 },
    ).start()
    for (const begun of [2, 3, 4, 5, 5]) {
      await until(() => readings.begun.length === begun)
      readings.end()
    }
    await until(() => readings.running === 0)
    expect([readings.most, [...readings.begun].sort()]).toEqual([2, ['a', 'b', 'c', 'd', 'e']])
  })

  test('behavior: a cycle begins later by a chance share of the jitter, and once', async () => {
    const readings = new Readings()
    // Half of 1,000 ms.
    await schedule([jobOf('later')], readings, { jitterMs: 1_000 }).start()
    const startMs = Date.now()
    await until(() => readings.begun.length === 1)
    const [beganMs = 0] = readings.times
    expect(beganMs - startMs).toBeGreaterThanOrEqual(450)
    await pass(600)
    expect(readings.begun).toHaveLength(1)
  })

  test('error: a pattern that is wrong is told, and the other jobs are read', async () => {
    const readings = new Readings()
    await schedule([jobOf('wrong', 'now and then'), jobOf('right')], readings).start()
    await until(() => readings.begun.length === 1)
    const [wrong, right] = scheduler?.states() ?? []
    expect(wrong?.lastError).toContain('The cadence "now and then" is not a cron pattern')
    expect([right?.lastError, readings.begun]).toEqual([null, ['right']])
  })
})

describe('catch-up', () => {
  test('default: what was missed is read oldest first, and a failure leaves the rest for the next cycle', async () => {
    const hour = (hours: number) => ({
      fromSec: HOUR.fromSec - hours * 3_600,
      atSec: HOUR.atSec - hours * 3_600,
    })
    await world.putReceipts([{ source: 'missed', ...hour(4) }])
    const readings = new Readings()
    // Both the oldest and the newest hour fail: then it is the node, and nothing else is tried.
    readings.errors.push(new Error('node down'), new Error('node down'))
    await schedule([jobOf('missed')], readings, { retry: { firstMs: 1, maxMs: 1 } }).start()
    expect(scheduler?.states()).toMatchObject([{ newestSec: hour(4).atSec }])
    await until(() => readings.begun.length === 6)
    expect(readings.periods).toEqual([hour(3), hour(0), hour(3), hour(2), hour(1), hour(0)])
  })
})

describe('failures', () => {
  test('default: tried again after a growing delay, visible until a cycle succeeds', async () => {
    const readings = new Readings()
    readings.errors.push(...Array.from({ length: 3 }, () => new Error('node down\nwith details')))
    await schedule([jobOf('failing')], readings).start()
    await until(() => readings.begun.length === 2)
    const failing = scheduler?.states()[0]
    expect(failing).toMatchObject({ lastError: 'node down', lastErrorSec: world.nowSec })
    await until(() => scheduler?.states()[0]?.lastError === null)
    expect(readings.begun).toHaveLength(4)
    const [a = 0, b = 0, c = 0, d = 0] = readings.times
    // 50, 100 and 200 ms, never less.
    expect([b - a >= 49, c - b >= 99, d - c >= 199]).toEqual([true, true, true])
    expect(scheduler?.states()).toMatchObject([{ lastErrorSec: null }])
  })

  test('behavior: a source that fails twice in a row is recorded once as failing, then as recovered, across restarts', async () => {
    const readings = new Readings()
    const errors = Array.from({ length: 3 }, () => new Error('node down'))
    readings.errors.push(new Error('one hiccup'))
    await schedule([jobOf('hiccup')], readings).start()
    await until(() => readings.begun.length === 2)
    await scheduler?.stop()
    readings.errors.push(...errors)
    await schedule([jobOf('outage')], readings).start()
    await until(() => readings.begun.length === 5)
    await scheduler?.stop()
    // A restart in the outage: it goes on failing, which is no news, and then recovers.
    readings.errors.splice(0, 9, ...errors.slice(0, 2))
    await schedule([jobOf('outage')], readings).start()
    await until(() => readings.begun.length === 8 && scheduler?.states()[0]?.lastError === null)
    await scheduler?.stop()
    const runs = await world.context.store.journal.listCommitted(0, 1_000)
    const recorded = runs.filter(({ facts }) => facts.includes('source_states'))
    const events = await Promise.all(recorded.map((run) => readEvents(world.context.store, run)))
    const seen = events.flat().map(({ text }) => JSON.parse(text) as Record<string, unknown>)
    const ofOutage = seen.filter(({ source }) => source === 'outage' || source === 'hiccup')
    expect(ofOutage.map(({ event, source, reason }) => [event, source, reason])).toEqual([
      ['failing', 'outage', 'node down'],
      ['recovered', 'outage', null],
    ])
  })

  test('behavior: an outage is one line when it begins, however often jobs fail in it', async () => {
    const lines: Record<string, unknown>[] = []
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const readings = new Readings()
    readings.errors.push(...Array.from({ length: 4 }, () => new ChainError('node down', true)))
    const jobs = [jobOf('one'), jobOf('two')]
    await schedule(jobs, readings, {}, { ...world.context, log }).start()
    await until(() => readings.begun.length >= 6)
    expect(readings.begun.length).toBeGreaterThanOrEqual(6)
    expect(lines).toMatchObject([{ msg: 'live run failed', job: 'one', reason: 'node down' }])
    expect(lines[0]).not.toHaveProperty('err')
  })

  test('behavior: the pattern does not add to the tries that are planned already', async () => {
    const readings = new Readings()
    readings.errors.push(...Array.from({ length: 100 }, () => new Error('node down')))
    await schedule([jobOf('storm', EVERY_SECOND)], readings, {
      retry: { firstMs: 60_000, maxMs: 60_000 },
    }).start()
    const startMs = Date.now()
    await until(() => readings.begun.length === 4)
    // At the start and in each of the seconds since: four of them take at least two whole seconds.
    expect(Date.now() - startMs).toBeGreaterThan(2_000)
  })

  test('behavior: a block that is not safe yet is requested again', async () => {
    const readings = new Readings()
    readings.errors.push(new NotYetError('The block is not safe yet.'))
    await schedule([jobOf('early')], readings).start()
    await until(() => readings.begun.length === 2)
    await until(() => scheduler?.states()[0]?.lastError === null)
  })

  test('behavior: a job that fails does not keep another from its cycle', async () => {
    const readings = new Readings()
    const failing: SchedulerOptions['run'] = (context, job, period) =>
      job.id === 'bad' ? Promise.reject(new Error('no')) : readings.run(context, job, period)
    await schedule([jobOf('bad'), jobOf('good', EVERY_SECOND)], readings, {
      concurrency: 1,
      run: failing,
    }).start()
    await until(() => readings.begun.length === 2)
    expect(scheduler?.states().map(({ lastError }) => lastError)).toEqual(['no', null])
  })
})

describe('alone', () => {
  test('default: a backfill and a cycle of the same job follow each other, and the cycle comes as soon as it can', async () => {
    const readings = new Readings()
    const job = jobOf('shared', EVERY_SECOND)
    const shared = schedule([job], readings)
    const bench = Promise.withResolvers<string>()
    const work = shared.alone(job, (state) => {
      state.progress = { done: 1, total: 3 }
      return bench.promise
    })
    await shared.start()
    await pass(1_200)
    expect(readings.begun).toEqual([])
    expect(shared.states()).toMatchObject([{ isRunning: true, progress: { done: 1, total: 3 } }])
    bench.resolve('done')
    expect(await work).toBe('done')
    await until(() => readings.begun.length > 0)
  })

  test('error: what fails is reported to the caller and is no failure of the schedule', async () => {
    const job = jobOf('asked')
    schedule([job], new Readings())
    await expect(
      scheduler?.alone(job, () => Promise.reject(new Error('no such block'))),
    ).rejects.toThrow('no such block')
    expect(scheduler?.states()).toMatchObject([
      { isRunning: false, progress: null, lastError: null },
    ])
  })
})

describe('stop', () => {
  test('default: waits for the reading that is at it and begins no other', async () => {
    await world.putReceipts([
      { source: 'two', fromSec: HOUR.fromSec - 7_200, atSec: HOUR.atSec - 7_200 },
    ])
    const readings = new Readings()
    readings.isSlow = true
    const jobs = [jobOf('two', EVERY_SECOND), jobOf('queued')]
    const stopped = schedule(jobs, readings, { concurrency: 1 })
    await stopped.start()
    await until(() => readings.begun.length === 1)
    let isDone = false
    const stopping = stopped.stop().then(() => {
      isDone = true
    })
    await pass(100)
    expect(isDone).toBe(false)
    readings.end()
    await stopping
    await pass(1_200)
    // Neither the second of the two hours that were missed, nor the job that waited for its place,
    // nor the next second.
    expect(readings.begun).toEqual(['two'])
    await expect(stopped.cycle(jobOf('queued'))).rejects.toThrow('The service is stopping')
  })
})

test('behavior: a daily job has cycles in between, to look for replaced blocks', async () => {
  const readings = new Readings()
  const daily: LiveJob = { ...jobOf('daily'), step: 'day' }
  await schedule([daily, jobOf('hourly')], readings, { checkCadence: EVERY_SECOND }).start()
  await until(() => readings.begun.filter((id) => id === 'daily').length > 1)
  // Its own cadence alone makes a cycle of the hourly one at the start.
  expect(readings.begun.filter((id) => id === 'hourly')).toHaveLength(1)
})
