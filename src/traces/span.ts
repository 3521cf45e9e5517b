import { randomBytes } from 'node:crypto'

export type Attributes = Record<string, string | number | boolean>

/** What a span stands for, as OpenTelemetry numbers it. */
export const KIND = { internal: 1, server: 2, client: 3 } as const

/** Where a span belongs. */
export interface SpanContext {
  readonly traceId: string
  readonly spanId: string
  /** Whether spans of this trace are exported. */
  readonly isSampled: boolean
}

/** Work that has begun. */
export interface OpenSpan extends SpanContext {
  readonly parentSpanId: string | undefined
  readonly kind: number
  readonly startedMs: number
}

/** Work that has ended, as it is exported. */
export interface Span extends OpenSpan {
  readonly name: string
  readonly endedMs: number
  readonly attributes: Attributes
  /** What went wrong, if something did. */
  readonly error: string | undefined
}

const TRACE_PARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/
const NOTHING = /^0+$/

/** The span of a caller, out of the header `traceparent`; what is not one is not looked at. */
export function readTraceParent(header: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACE_PARENT.exec(header ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  if (NOTHING.test(traceId) || NOTHING.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export const newTraceId = (): string => randomBytes(16).toString('hex')
export const newSpanId = (): string => randomBytes(8).toString('hex')
