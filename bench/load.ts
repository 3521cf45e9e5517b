import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startClient } from './support/load.ts'
import type { LoadOutcome } from './support/load-client.ts'
import { FROZEN_DEMO, type Peer, residentMb, withService } from './support/processes.ts'
import type { Report } from './support/report.ts'
import { secondsAt } from './support/size.ts'

// Nobody is refused in the first two seconds, which are p99 of a load of less than four minutes.
const SECONDS = secondsAt(600)
const REST_SECONDS = 10
// A tenth of what it can bear is no load.
const REST_SHARE = 0.1
const IDLE = 10_000
const SLOW_SENDERS = 200
const SLOW_READERS = 100
const OVERLOAD = 2
const LATEST_SEC = 1_769_000_000
const YEAR_DAYS = 365
const LIMITS = { p99: 10, after: 2, moreFiles: 20, moreMb: 200, driftMb: 100 }

/** More load than the service can bear, and how it is a second later. */
export function load(report: Report): Promise<void> {
  return withService({ ...FROZEN_DEMO, ALMANAC_TRUST_PROXY: '1' }, (almanac) =>
    overload(report, almanac),
  )
}

async function overload(report: Report, almanac: Peer): Promise<void> {
  await ask(almanac, 2)
  const bearable = (await ask(almanac, REST_SECONDS)).admitted / REST_SECONDS
  const restRate = Math.max(1, bearable * REST_SHARE)
  const before = await ask(almanac, REST_SECONDS, restRate)
  const filesBefore = openFiles(almanac)
  const mb = [residentMb(almanac.pid)]
  report.section(
    `${OVERLOAD} times the load it can bear for ${SECONDS} s, beside ${IDLE.toLocaleString('en')} idle connections, ${SLOW_SENDERS} slow senders and ${SLOW_READERS} that do not read`,
  )
  report.add('load it can bear: cold charts', `${bearable.toFixed(0)} a second`)
  report.add('alone', percentiles(before))
  const crowd = new Crowd(almanac.url)
  await crowd.open(IDLE, SLOW_SENDERS, SLOW_READERS)
  report.add('connections that cost nothing, open', crowd.size.toLocaleString('en'))
  mb.push(residentMb(almanac.pid))
  const halfway = setTimeout(() => mb.push(residentMb(almanac.pid)), SECONDS * 500)
  const busy = await ask(almanac, SECONDS, bearable * OVERLOAD).finally(() => clearTimeout(halfway))
  mb.push(residentMb(almanac.pid))
  const open = crowd.size
  crowd.close()
  await sleep(1_000)
  const filesAfter = openFiles(almanac)
  mb.push(residentMb(almanac.pid))
  const after = await ask(almanac, REST_SECONDS, restRate)
  report.add('connections at the end of it', open.toLocaleString('en'))
  report.add(
    'admitted',
    `${busy.admitted} (${(busy.admitted / SECONDS).toFixed(0)} a second), ${percentiles(busy, before)}`,
    `≤ ${LIMITS.p99} times`,
    busy.p99Ms <= LIMITS.p99 * before.p99Ms,
  )
  report.add(
    'refused with 503 or 429',
    `${busy.refused}, ${busy.withoutRetryAfter} without Retry-After`,
    '0 without',
    busy.withoutRetryAfter === 0,
  )
  report.none('failed otherwise', busy.failed)
  const unanswered = after.refused + after.failed
  report.add(
    'a second after the end',
    `${percentiles(after, before)}, ${unanswered} refused or failed`,
    `≤ ${LIMITS.after} times, none refused`,
    after.p99Ms <= LIMITS.after * before.p99Ms && unanswered === 0,
  )
  report.add(
    'open files and sockets before, a second after',
    `${filesBefore}, ${filesAfter}`,
    `≤ ${LIMITS.moreFiles} more`,
    filesAfter <= filesBefore + LIMITS.moreFiles,
  )
  const [mbBefore = 0, , mbHalf = 0, mbEnd = 0, mbAfter = 0] = mb
  report.add(
    'resident memory before, with these connections, half-way, at the end, a second after',
    `${mb.join(', ')} MB`,
    `≤ ${LIMITS.moreMb} MB more, ≤ ${LIMITS.driftMb} of it in the second half`,
    mbAfter <= mbBefore + LIMITS.moreMb && mbEnd <= mbHalf + LIMITS.driftMb,
  )
}

function percentiles({ p50Ms, p99Ms }: LoadOutcome, before?: LoadOutcome): string {
  const times = before === undefined ? '' : `: ${(p99Ms / before.p99Ms).toFixed(1)} times`
  return `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms${times}`
}

function openFiles({ pid }: Peer): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

/** Cold charts from many callers at a rate, or as fast as 16 loops can. */
function ask({ url }: Peer, seconds: number, perSecond?: number): Promise<LoadOutcome> {
  // Each client asks at timestamps of its own.
  const from = LATEST_SEC - YEAR_DAYS * 86_400 - (Date.now() % 1_000_000) * 20
  const path = `/chart/aggregator:bitcoin?start={n}&span=${YEAR_DAYS}&period=1d`
  return startClient({
    ...{ origin: url, paths: [path], callers: 200, loops: 16, seconds, from, step: 1 },
    ...(perSecond !== undefined && { perSecond }),
  }).outcome
}

const CHUNK = 200
const HEAD = 'GET /v2/chains HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 203.0.113.9\r\n'

function beIdle(socket: Socket): void {
  socket.resume()
  socket.write(`${HEAD}\r\n`)
}

function sendSlowly(socket: Socket): void {
  socket.resume()
  const text = `${HEAD}X-Slow: ${'a'.repeat(600)}`
  let sent = 0
  const timer = setInterval(() => socket.write(text.charAt(sent++)), 1_000)
  socket.once('close', () => clearInterval(timer))
}

/** Asks for one of the longest answers, and reads nothing of it. */
function neverRead(socket: Socket): void {
  socket.pause()
  socket.write(`${HEAD.replace('/v2/chains', '/protocols')}\r\n`)
}

/** Connections that cost and bring nothing: idle ones, senders of a byte a second, readers that never read. */
class Crowd {
  readonly #url: URL
  readonly #open = new Set<Socket>()
  #isOver = false

  constructor(url: string) {
    this.#url = new URL(url)
  }

  get size(): number {
    return this.#open.size
  }

  async open(idle: number, senders: number, readers: number): Promise<void> {
    const begins = [
      ...Array<typeof beIdle>(idle).fill(beIdle),
      ...Array<typeof beIdle>(senders).fill(sendSlowly),
      ...Array<typeof beIdle>(readers).fill(neverRead),
    ]
    for (let made = 0; made < begins.length; made += CHUNK)
      await Promise.all(begins.slice(made, made + CHUNK).map((begin) => this.#keepOpen(begin)))
  }

  close(): void {
    this.#isOver = true
    for (const socket of this.#open) socket.destroy()
  }

  /** Opens a connection, and another one when it ends. */
  #keepOpen(begin: (socket: Socket) => void): Promise<void> {
    if (this.#isOver) return Promise.resolve()
    return new Promise((resolve) => {
      const socket = connect(Number(this.#url.port), this.#url.hostname)
      socket.on('error', () => undefined)
      socket.once('connect', () => {
        this.#open.add(socket)
        begin(socket)
        resolve()
      })
      socket.once('close', () => {
        this.#open.delete(socket)
        resolve()
        setTimeout(() => this.#keepOpen(begin), 1_000)
      })
    })
  }
}
