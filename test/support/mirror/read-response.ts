import type { Call, ResponseReader } from '../../../src/sources/mirror/response.ts'

export interface ReadResponse {
  /** Rows by the name of their fact. */
  rows: Record<string, readonly Readonly<Record<string, unknown>>[]>
  details: readonly Call[]
  problems: readonly string[]
}

/** What is read from a body, fetched at a timestamp. */
export function readResponse(
  responses: readonly ResponseReader[],
  operation: string,
  body: unknown,
  { atSec = 1_768_392_000, ...call }: Partial<Call> & { atSec?: number } = {},
): ReadResponse {
  const response = responses.find((one) => one.operation === operation)
  if (response === undefined) throw new Error(`Nothing reads responses of ${operation}.`)
  const problems: string[] = []
  const context = {
    call: { operation, params: {}, mark: '', ...call },
    atSec,
    problem: (message: string) => void problems.push(message),
  }
  const rows = response.rows(body, context)
  return {
    rows: Object.fromEntries(rows.map((one) => [one.fact.name, one.rows])),
    details: response.details?.(body, context) ?? [],
    problems,
  }
}
