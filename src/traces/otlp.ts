import type { Attributes, Span } from './span.ts'

const FAILED = 2

/** The body of an OTLP request: spans as JSON, under the name of the service. */
export function otlpBody(spans: readonly Span[], service: { name: string; version: string }) {
  const resource = { 'service.name': service.name, 'service.version': service.version }
  return {
    resourceSpans: [
      {
        resource: { attributes: toAttributes(resource) },
        scopeSpans: [
          { scope: { name: 'almanac', version: service.version }, spans: spans.map(toSpan) },
        ],
      },
    ],
  }
}

function toSpan(span: Span) {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === undefined ? {} : { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: span.kind,
    startTimeUnixNano: toNanoseconds(span.startedMs),
    endTimeUnixNano: toNanoseconds(span.endedMs),
    attributes: toAttributes(span.attributes),
    status: span.error === undefined ? {} : { code: FAILED, message: span.error },
  }
}

/** As text: a number could not hold all digits. */
function toNanoseconds(unixMs: number): string {
  const wholeMs = Math.floor(unixMs)
  return String(BigInt(wholeMs) * 1_000_000n + BigInt(Math.round((unixMs - wholeMs) * 1e6)))
}

function toAttributes(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: toValue(value) }))
}

function toValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
