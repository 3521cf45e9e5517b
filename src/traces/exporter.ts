import type { OutageLog } from '../lib/outage-log.ts'
import { otlpBody } from './otlp.ts'
import type { Span } from './span.ts'

export interface ExporterOptions {
  /** Base URL of the receiver, as `OTEL_EXPORTER_OTLP_ENDPOINT` gives it. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  service: { name: string; version: string }
  outage: OutageLog
}

const TIMEOUT_MS = 5_000

/** Sends spans by OTLP over HTTP. What cannot be sent is lost and logged, never tried for long. */
export function createExporter({ endpoint, headers, service, outage }: ExporterOptions) {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  return async (spans: readonly Span[]): Promise<void> => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(otlpBody(spans, service)),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`the receiver answers ${response.status}`)
    } catch (error) {
      outage.failed(error, { spans: spans.length })
    }
  }
}
