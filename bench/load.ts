import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadOutcome } from './load-client.ts'
import { type Peer, residentMb, startAlmanac, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'

// Nobody is refused in the first two seconds, which are p99 of a load of less than four minutes.
const SECONDS = Number(process.env.BENCH_LOAD_SECONDS ?? 600)
const REST_SECONDS = 10
// A tenth of what it can bear is no load.
const REST_SHARE = 0.1
const IDLE = 10_000
const SLOW_SENDERS = 200
const SLOW_READERS = 100
const OVERLOAD = 2
// A client waits 30 s for its last answers; one that takes longer is ended.
const GRACE_MS = 60_000
const LIMITS = { p99: 10, after: 2, moreFiles: 20, moreMb: 200, driftMb: 100 }

/** More load than the service can bear, and how it is a second later. */
export async function load(report: Report): Promise<void> {
  await withFolder(async (folder) => {
    const almanac = await startAlmanac(join(folder, 'data'), {
      ALMANAC_CLOCK: '2026-01-31T12:00:00Z',
      ALMANAC_TRUST_PROXY: '1',
    })
    try {
      await overload(report, almanac)
    } finally {
      await almanac.stop()
    }
  })
}

async function overload(report: Report, almanac: Peer): Promise<void> {
  await ask(almanac, 2, 0)
  const capacity = await ask(almanac, REST_SECONDS, 0)
  const bearable = capacity.admitted / REST_SECONDS
  const restRate = Math.max(1, bearable * REST_SHARE)
  const before = await ask(almanac, REST_SECONDS, restRate)
  const filesBefore = openFiles(almanac)
  const memory = { before: residentMb(almanac.pid), crowd: 0, half: 0, end: 0, after: 0 }
  report.section(
    `${OVERLOAD} times the load it can bear for ${SECONDS} s, beside ${IDLE.toLocaleString('en')} idle connections, ${SLOW_SENDERS} slow senders and ${SLOW_READERS} that do not read`,
  )
  report.add('load it can bear: cold charts', `${bearable.toFixed(0)} a second`)
  report.add('alone', `p50 ${before.p50Ms.toFixed(1)} ms, p99 ${before.p99Ms.toFixed(1)} ms`)
  const crowd = await startCrowd(almanac)
  report.add('connections that cost nothing, open', (await crowd.count()).toLocaleString('en'))
  memory.crowd = residentMb(almanac.pid)
  const halfway = setTimeout(() => {
    memory.half = residentMb(almanac.pid)
  }, SECONDS * 500)
  const busy = await ask(almanac, SECONDS, bearable * OVERLOAD).finally(() => clearTimeout(halfway))
  memory.end = residentMb(almanac.pid)
  const open = await crowd.count()
  await crowd.stop()
  await sleep(1_000)
  const filesAfter = openFiles(almanac)
  memory.after = residentMb(almanac.pid)
  const after = await ask(almanac, REST_SECONDS, restRate)
  report.add('connections at the end of it', open.toLocaleString('en'))
  reportBusy(report, busy, before)
  report.add(
    'a second after the end',
    `p50 ${after.p50Ms.toFixed(1)} ms, p99 ${after.p99Ms.toFixed(1)} ms, ${after.refused + after.failed} refused or failed: ${(after.p99Ms / before.p99Ms).toFixed(1)} times`,
    `≤ ${LIMITS.after} times, none refused`,
    after.p99Ms <= LIMITS.after * before.p99Ms && after.refused + after.failed === 0,
  )
  report.add(
    'open files and sockets before, a second after',
    `${filesBefore}, ${filesAfter}`,
    `≤ ${LIMITS.moreFiles} more`,
    filesAfter <= filesBefore + LIMITS.moreFiles,
  )
  report.add(
    'resident memory before, with these connections, half-way, at the end, a second after',
    `${memory.before}, ${memory.crowd}, ${memory.half}, ${memory.end}, ${memory.after} MB`,
    `≤ ${LIMITS.moreMb} MB more, ≤ ${LIMITS.driftMb} of it in the second half`,
    memory.after <= memory.before + LIMITS.moreMb && memory.end <= memory.half + LIMITS.driftMb,
  )
}

function reportBusy(report: Report, busy: LoadOutcome, before: LoadOutcome): void {
  report.add(
    'admitted',
    `${busy.admitted} (${(busy.admitted / SECONDS).toFixed(0)} a second), p50 ${busy.p50Ms.toFixed(1)} ms, p99 ${busy.p99Ms.toFixed(1)} ms: ${(busy.p99Ms / before.p99Ms).toFixed(1)} times`,
    `≤ ${LIMITS.p99} times`,
    busy.p99Ms <= LIMITS.p99 * before.p99Ms,
  )
  report.add(
    'refused with 503 or 429',
    `${busy.refused}, ${busy.withoutRetryAfter} without Retry-After`,
    '0 without',
    busy.withoutRetryAfter === 0,
  )
  report.add('failed otherwise', String(busy.failed), '0', busy.failed === 0)
}

function openFiles({ pid }: Peer): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

/** Cold charts at a rate, or with 0 as fast as 16 loops can. Progress goes to the standard error. */
async function ask({ url }: Peer, seconds: number, rate: number): Promise<LoadOutcome> {
  const client = spawn(
    process.execPath,
    [
      ...['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'load-client.ts')],
      ...[url, String(seconds), String(rate)],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], timeout: seconds * 1000 + GRACE_MS },
  )
  return JSON.parse(await text(client.stdout)) as LoadOutcome
}

async function startCrowd({ url }: Peer): Promise<{
  count(): Promise<number>
  stop(): Promise<void>
}> {
  const { hostname, port } = new URL(url)
  const child: ChildProcess = fork(join(import.meta.dirname, 'load-crowd.ts'), [
    ...[hostname, port, String(IDLE), String(SLOW_SENDERS), String(SLOW_READERS)],
  ])
  process.once('exit', () => child.kill('SIGKILL'))
  await once(child, 'message')
  return {
    count: async () => {
      child.send('count')
      const [{ open }] = (await once(child, 'message')) as [{ open: number }]
      return open
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
