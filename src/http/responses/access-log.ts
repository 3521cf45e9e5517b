import { pino } from 'pino'
import type { Log } from '../../lib/log.ts'

/** How much of the traffic is logged: every response, none, or one response of N. */
export type AccessLogShare = 'all' | 'off' | number

export interface AccessLogOptions {
  readonly share: AccessLogShare
  readonly format: 'json' | 'text'
}

/** One response, as the log tells it. URLs may hold keys, so the operation stands for them. */
export interface Answered {
  readonly requestId: string
  readonly method: string
  readonly operation: string
  readonly status: number
  readonly ms: number
  /** Of the body; `null` where it is not known beforehand. */
  readonly bytes: number | null
  /** The key by its id, or the network. */
  readonly caller: string
}

// Asked every few seconds by proxies and monitors.
const CHECKS = new Set(['/health', '/ready', '/metrics'])
const SERVER_ERROR = 500
const FLUSH_MS = 100
// Few enough to be gone before the garbage collector moves them.
const FLUSH_LENGTH = 16_384
const { info: INFO } = pino.levels.values

/** One line a response, many written at once: cached responses cost little more than a log call. */
export class AccessLog {
  readonly #isOn: boolean
  /** One response of N is logged. */
  readonly #every: number
  readonly #line: (answered: Answered, share: number) => string
  readonly #write: (lines: string) => void
  #skipped = 0
  #lines = ''

  constructor(log: Log, { share, format }: AccessLogOptions) {
    const isDebug = log.isLevelEnabled('debug')
    this.#isOn = isDebug || (share !== 'off' && log.isLevelEnabled('info'))
    this.#every = isDebug || typeof share === 'string' ? 1 : share
    this.#line = format === 'text' ? textLines() : jsonLine
    this.#write = (lines) => void log.output.write(lines)
  }

  answered(answered: Answered): void {
    if (!this.#isOn) return
    const { operation, status } = answered
    const isError = status >= SERVER_ERROR
    if (!isError && CHECKS.has(operation)) return
    if (!isError && ++this.#skipped < this.#every) return
    if (!isError) this.#skipped = 0
    if (this.#lines === '') setTimeout(() => this.flush(), FLUSH_MS).unref()
    this.#lines += this.#line(answered, isError ? 1 : this.#every)
    if (this.#lines.length >= FLUSH_LENGTH) this.flush()
  }

  /** Writes what waits; called when the service ends. */
  flush(): void {
    const lines = this.#lines
    this.#lines = ''
    if (lines !== '') this.#write(lines)
  }
}

/** The form of the logger's own lines. Ids, methods and names of operations need no escapes. */
function jsonLine(answered: Answered, every: number): string {
  const { requestId, method, operation, status, ms, bytes, caller } = answered
  const sampled = every === 1 ? '' : `,"sampledFrom":${every}`
  return `{"level":${INFO},"time":${Date.now()},"requestId":"${requestId}","method":"${method}","operation":"${operation}","status":${status},"ms":${rounded(ms)},"bytes":${bytes},"caller":${JSON.stringify(caller)}${sampled},"msg":"answered"}\n`
}

/** Lines for people. Dates are written once for each millisecond, which has many lines. */
function textLines(): (answered: Answered, every: number) => string {
  let last = { ms: 0, text: '' }
  return ({ requestId, method, operation, status, ms, bytes, caller }, every) => {
    const nowMs = Date.now()
    if (nowMs !== last.ms) last = { ms: nowMs, text: new Date(nowMs).toISOString() }
    return `${last.text} INFO answered ${method} ${operation} ${status} ms=${rounded(ms)} bytes=${bytes} caller="${caller}" requestId=${requestId}${every === 1 ? '' : ` sampledFrom=${every}`}\n`
  }
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10
}
