import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { at } from '../../src/lib/at.ts'

/** What `load-client.ts <request as JSON>` is to send; it tells what became of the requests. */
export interface LoadRequest {
  readonly origin: string
  /** Requested in turn, a loop beginning at each; `{n}` is another number each time, so that nothing is cached. */
  readonly paths: readonly string[]
  /** Sent to the only path, in turn. */
  readonly bodies?: readonly string[]
  readonly headers?: Record<string, string>
  /** From an address of this machine that no other client has. */
  readonly localAddress?: string
  /** Each request names one of so many callers. */
  readonly callers?: number
  readonly loops: number
  /** So many a second, whether or not earlier ones were answered; by default as soon as they are. */
  readonly perSecond?: number
  /** Without, it goes on until it is stopped. */
  readonly seconds?: number
  /** Where `{n}` begins, and how far it goes back each time. */
  readonly from: number
  readonly step: number
}

export interface LoadOutcome {
  /** Answered with 200. */
  admitted: number
  p50Ms: number
  p99Ms: number
  /** Answered with 503 or 429. */
  refused: number
  /** Of these, without `Retry-After`. */
  withoutRetryAfter: number
  /** Anything else, broken connections too. */
  failed: number
}

const TICK_MS = 5
const PROGRESS_MS = 15_000
// Refused work is requested again, as a client that obeys no header does.
const PAUSE_MS = 10
// A response that takes longer than this has failed, so the program ends this long after its time.
const TIMEOUT_MS = 30_000
const work = JSON.parse(process.argv[2] ?? '{}') as LoadRequest
const { localAddress, seconds = Number.POSITIVE_INFINITY } = work
const agent = new Agent({
  ...{ keepAlive: true, maxSockets: 2_000, timeout: TIMEOUT_MS },
  ...(localAddress !== undefined && { localAddress }),
})
const latenciesMs: number[] = []
const outcome: LoadOutcome = {
  ...{ admitted: 0, p50Ms: 0, p99Ms: 0, refused: 0, withoutRetryAfter: 0, failed: 0 },
}
let asked = 0
let untilMs = performance.now() + seconds * 1000
process.once('SIGTERM', () => {
  untilMs = 0
  agent.destroy()
})

/** Whether it was answered with 200. */
function ask(index: number): Promise<boolean> {
  const number = asked++
  const { origin, paths, bodies, headers, callers } = work
  const path = String(paths[index % paths.length])
  const url = origin + path.replaceAll('{n}', String(work.from - number * work.step))
  const caller = `198.51.${number % 2}.${number % (callers ?? 1)}`
  const startedMs = performance.now()
  return new Promise((resolve) => {
    const sent = request(url, {
      ...{ agent, timeout: TIMEOUT_MS, method: bodies === undefined ? 'GET' : 'POST' },
      headers: {
        ...{ 'accept-encoding': 'identity', ...headers },
        ...(callers !== undefined && { 'X-Forwarded-For': caller }),
      },
    })
    sent.on('response', (response) => {
      response.resume()
      response.on('end', () => {
        count(response.statusCode ?? 0, response.headers['retry-after'], startedMs)
        resolve(response.statusCode === 200)
      })
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => {
      if (untilMs > 0) outcome.failed++
      resolve(false)
    })
    sent.end(bodies?.[index % bodies.length])
  })
}

function count(status: number, retryAfter: string | undefined, startedMs: number): void {
  if (status === 200) {
    outcome.admitted++
    latenciesMs.push(performance.now() - startedMs)
  } else if (status === 503 || status === 429) {
    outcome.refused++
    if (retryAfter === undefined) outcome.withoutRetryAfter++
  } else outcome.failed++
}

async function askAtRate(perSecond: number): Promise<void> {
  const startedMs = performance.now()
  const waiting = new Set<Promise<void>>()
  let reportedMs = startedMs
  while (performance.now() < untilMs) {
    const nowMs = performance.now()
    const due = Math.floor(((nowMs - startedMs) / 1000) * perSecond)
    while (asked < due) {
      const response = ask(asked).then(() => void waiting.delete(response))
      waiting.add(response)
    }
    if (nowMs - reportedMs >= PROGRESS_MS) {
      reportedMs = nowMs
      const { admitted, refused, failed } = outcome
      process.stderr.write(
        `  … ${Math.round((nowMs - startedMs) / 1000)} of ${seconds} s: ${admitted} admitted, ${refused} refused, ${failed} failed, ${waiting.size} open\n`,
      )
    }
    await sleep(TICK_MS)
  }
  await Promise.all(waiting)
}

async function askWhenAnswered(first: number): Promise<void> {
  for (let index = first; performance.now() < untilMs; index += work.loops)
    if (!(await ask(index))) await sleep(PAUSE_MS)
}

if (work.perSecond !== undefined) await askAtRate(work.perSecond)
else await Promise.all(Array.from({ length: work.loops }, (_, index) => askWhenAnswered(index)))
latenciesMs.sort((a, b) => a - b)
if (latenciesMs.length > 0) {
  outcome.p50Ms = at(latenciesMs, Math.floor(latenciesMs.length * 0.5))
  outcome.p99Ms = at(latenciesMs, Math.floor(latenciesMs.length * 0.99))
}
process.stdout.write(JSON.stringify(outcome))
agent.destroy()
