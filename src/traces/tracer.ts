import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  KIND,
  newSpanId,
  newTraceId,
  type OpenSpan,
  type Span,
  type SpanContext,
} from './span.ts'

export interface TracerOptions {
  /** The share of traces that begin here and are exported, 0 to 1. */
  share: number
  chance(): number
  /** Is given what ended, in batches. */
  export(spans: readonly Span[]): Promise<void>
  intervalMs?: number
}

const INTERVAL_MS = 5_000
const BATCH_SIZE = 512
/** While the receiver is away, older spans are lost rather than memory. */
const MAX_WAITING = 8_192
const MAX_STATEMENT_LENGTH = 2_000

/** Records spans of requests, statements and runs, and exports them in batches. */
export class Tracer {
  readonly #options: TracerOptions
  readonly #current = new AsyncLocalStorage<OpenSpan>()
  readonly #timer: NodeJS.Timeout
  #waiting: Span[] = []
  #exporting: Promise<void> | undefined

  constructor(options: TracerOptions) {
    this.#options = options
    const { intervalMs = INTERVAL_MS } = options
    this.#timer = setInterval(() => void this.#exportAll(), intervalMs).unref()
  }

  /** Begins a span below its parent; without one, a trace of its own. */
  start(kind: keyof typeof KIND, parent: SpanContext | undefined): OpenSpan {
    const { share, chance } = this.#options
    return {
      traceId: parent?.traceId ?? newTraceId(),
      spanId: newSpanId(),
      parentSpanId: parent?.spanId,
      isSampled: parent?.isSampled ?? chance() < share,
      kind: KIND[kind],
      startedMs: performance.timeOrigin + performance.now(),
    }
  }

  /** Runs work whose statements belong to a span. */
  within<T>(span: OpenSpan, work: () => T): T {
    return this.#current.run(span, work)
  }

  end(span: OpenSpan, name: string, attributes: Attributes, error?: string): void {
    const endedMs = performance.timeOrigin + performance.now()
    this.add({ ...span, name, endedMs, attributes, error })
  }

  /** Takes a span that was measured elsewhere. */
  add(span: Span): void {
    if (!span.isSampled) return
    this.#waiting.push(span)
    if (this.#waiting.length > MAX_WAITING) this.#waiting.splice(0, BATCH_SIZE)
    if (this.#waiting.length >= BATCH_SIZE) void this.#exportAll()
  }

  /** Measures a statement of the engine that a request needs; others belong to no trace. */
  async statement<T>(
    { kind, text }: { kind: string; text: string },
    work: () => Promise<T>,
  ): Promise<T> {
    const parent = this.#current.getStore()
    if (parent === undefined) return work()
    const span = this.start('client', parent)
    const attributes: Attributes = {
      'db.system.name': 'clickhouse',
      'db.operation.name': kind,
      // What a person wrote may hold anything; our own texts hold no values.
      ...(kind === 'sql' ? {} : { 'db.query.text': text.slice(0, MAX_STATEMENT_LENGTH) }),
    }
    try {
      const result = await work()
      this.end(span, `statement ${kind}`, attributes)
      return result
    } catch (error) {
      this.end(span, `statement ${kind}`, attributes, (error as Error).name)
      throw error
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#exportAll()
  }

  /** One batch after another, never two at once. */
  #exportAll(): Promise<void> {
    this.#exporting ??= this.#exportBatches().finally(() => {
      this.#exporting = undefined
    })
    return this.#exporting
  }

  async #exportBatches(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, BATCH_SIZE)
      this.#waiting = this.#waiting.slice(BATCH_SIZE)
      await this.#options.export(batch)
    }
  }
}
