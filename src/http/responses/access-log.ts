import { type Logger, pino } from 'pino'

/** How much of the traffic is logged: every answer, none, or one answer of N. */
export type AccessLogShare = 'all' | 'off' | number

export interface AccessLogOptions {
  readonly share: AccessLogShare
  readonly format: 'json' | 'text'
}

/** One answer, as the log tells it. Addresses may hold keys, so the operation stands for them. */
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
const { info: INFO } = pino.levels.values

/** An answer whose line is not written yet. */
interface Waiting {
  readonly answered: Answered
  readonly timeMs: number
  /** Of so many answers it is the one that is logged. */
  readonly sampledFrom: number
}

type WriteLine = (waiting: Waiting) => string

/**
 * One line for each answer, at `info`. They are made together every tenth of a second: one at a time
 * costs several times as much, and a cached response takes little longer than a logger's call.
 */
export class AccessLog {
  readonly #isOn: boolean
  /** One answer of N is logged. */
  readonly #every: number
  readonly #line: WriteLine
  readonly #write: (lines: string) => void
  #skipped = 0
  #waiting: Waiting[] = []

  constructor(log: Logger, { share, format }: AccessLogOptions) {
    const isDebug = log.isLevelEnabled('debug')
    this.#isOn = isDebug || (share !== 'off' && log.isLevelEnabled('info'))
    this.#every = isDebug || typeof share === 'string' ? 1 : share
    this.#line = format === 'text' ? textLines() : jsonLine
    const stream = streamOf(log)
    this.#write = (lines) => void stream.write(lines)
  }

  answered(answered: Answered): void {
    if (!this.#isOn) return
    const { operation, status } = answered
    const isError = status >= SERVER_ERROR
    if (!isError && CHECKS.has(operation)) return
    if (!isError && ++this.#skipped < this.#every) return
    if (!isError) this.#skipped = 0
    if (this.#waiting.length === 0) setTimeout(() => this.flush(), FLUSH_MS).unref()
    const sampledFrom = isError ? 1 : this.#every
    this.#waiting.push({ answered, timeMs: Date.now(), sampledFrom })
  }

  /** Writes what waits; called when the service ends. */
  flush(): void {
    let lines = ''
    for (const waiting of this.#waiting) lines += this.#line(waiting)
    this.#waiting = []
    if (lines !== '') this.#write(lines)
  }
}

/** Where the logger writes: one stream keeps the lines of both whole and in order. */
function streamOf(log: Logger): Output {
  return (log as unknown as { [pino.symbols.streamSym]: Output })[pino.symbols.streamSym]
}

interface Output {
  write(lines: string): unknown
}

/** The form of the logger's own lines. */
const jsonLine: WriteLine = ({ answered, timeMs, sampledFrom }) => {
  const { requestId, method, operation, status, ms, bytes, caller } = answered
  const line = {
    level: INFO,
    time: timeMs,
    requestId,
    method,
    operation,
    status,
    ms: rounded(ms),
    bytes,
    caller,
    sampledFrom: sampledFrom === 1 ? undefined : sampledFrom,
    msg: 'answered',
  }
  return `${JSON.stringify(line)}\n`
}

/** Lines for people. Dates are written once for each millisecond, which has many lines. */
function textLines(): WriteLine {
  let last = { ms: 0, text: '' }
  return ({ answered, timeMs, sampledFrom }) => {
    const { requestId, method, operation, status, ms, bytes, caller } = answered
    if (timeMs !== last.ms) last = { ms: timeMs, text: new Date(timeMs).toISOString() }
    return `${last.text} INFO answered ${method} ${operation} ${status} ms=${rounded(ms)} bytes=${bytes} caller="${caller}" requestId=${requestId}${sampledFrom === 1 ? '' : ` sampledFrom=${sampledFrom}`}\n`
  }
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10
}
