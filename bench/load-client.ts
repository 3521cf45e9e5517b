import { Agent, request } from 'node:http'
import { at } from '../src/lib/at.ts'

/**
 * A process that asks for charts nobody asked for before, from many callers, and tells what became
 * of them: `load-client.ts <origin> <seconds> <rate a second, or 0 for as soon as answered>`.
 */
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

const CALLERS = 200
const CLOSED_LOOPS = 16
const TICK_MS = 5
const PROGRESS_MS = 15_000
const LATEST_SEC = 1_769_000_000
const YEAR_DAYS = 365
const [origin = '', seconds = '1', rate = '0'] = process.argv.slice(2)
// An answer that takes longer than this has failed, so the program ends this long after its time.
const TIMEOUT_MS = 30_000
const agent = new Agent({ keepAlive: true, maxSockets: 2_000, timeout: TIMEOUT_MS })
const latenciesMs: number[] = []
const outcome: LoadOutcome = {
  ...{ admitted: 0, p50Ms: 0, p99Ms: 0, refused: 0, withoutRetryAfter: 0, failed: 0 },
}
// Each run of this program asks at moments of its own.
let number = (Date.now() % 1_000_000) * 20

function ask(): Promise<void> {
  number++
  const start = LATEST_SEC - YEAR_DAYS * 86_400 - number
  const caller = `198.51.${number % 2}.${number % CALLERS}`
  const startedMs = performance.now()
  return new Promise((resolve) => {
    const asked = request(
      `${origin}/chart/aggregator:bitcoin?start=${start}&span=${YEAR_DAYS}&period=1d`,
      { agent, headers: { 'X-Forwarded-For': caller }, timeout: TIMEOUT_MS },
      (response) => {
        response.resume()
        response.on('end', () => {
          count(response.statusCode ?? 0, response.headers['retry-after'], startedMs)
          resolve()
        })
      },
    )
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => {
      outcome.failed++
      resolve()
    })
    asked.end()
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

/** Asks at a rate, whether or not earlier requests were answered. */
async function askAtRate(perSecond: number, untilMs: number): Promise<void> {
  const startedMs = performance.now()
  const waiting = new Set<Promise<void>>()
  let asked = 0
  let reportedMs = startedMs
  while (performance.now() < untilMs) {
    const nowMs = performance.now()
    const due = Math.floor(((nowMs - startedMs) / 1000) * perSecond)
    for (; asked < due; asked++) {
      const answer = ask().then(() => void waiting.delete(answer))
      waiting.add(answer)
    }
    if (nowMs - reportedMs >= PROGRESS_MS) {
      reportedMs = nowMs
      tell(nowMs - startedMs, waiting.size)
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  await Promise.all(waiting)
}

function tell(afterMs: number, waiting: number): void {
  const { admitted, refused, failed } = outcome
  process.stderr.write(
    `  … ${Math.round(afterMs / 1000)} of ${seconds} s: ${admitted} admitted, ${refused} refused, ${failed} failed, ${waiting} open\n`,
  )
}

async function askWhenAnswered(untilMs: number): Promise<void> {
  const loop = async () => {
    while (performance.now() < untilMs) await ask()
  }
  await Promise.all(Array.from({ length: CLOSED_LOOPS }, loop))
}

const untilMs = performance.now() + Number(seconds) * 1000
if (Number(rate) > 0) await askAtRate(Number(rate), untilMs)
else await askWhenAnswered(untilMs)
latenciesMs.sort((a, b) => a - b)
if (latenciesMs.length > 0) {
  outcome.p50Ms = at(latenciesMs, Math.floor(latenciesMs.length * 0.5))
  outcome.p99Ms = at(latenciesMs, Math.floor(latenciesMs.length * 0.99))
}
process.stdout.write(JSON.stringify(outcome))
agent.destroy()
