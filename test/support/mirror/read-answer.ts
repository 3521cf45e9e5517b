import type { Answer, Call } from '../../../src/sources/mirror/answer.ts'

export interface ReadAnswer {
  /** Rows by the name of their fact. */
  rows: Record<string, readonly Readonly<Record<string, unknown>>[]>
  details: readonly Call[]
  problems: readonly string[]
}

/** What is read from a body, fetched at a moment. */
export function readAnswer(
  answers: readonly Answer[],
  operation: string,
  body: unknown,
  { atSec = 1_768_392_000, ...call }: Partial<Call> & { atSec?: number } = {},
): ReadAnswer {
  const answer = answers.find((one) => one.operation === operation)
  if (answer === undefined) throw new Error(`Nothing reads answers of ${operation}.`)
  const problems: string[] = []
  const context = {
    call: { operation, params: {}, mark: '', ...call },
    atSec,
    problem: (message: string) => void problems.push(message),
  }
  const rows = answer.rows(body, context)
  return {
    rows: Object.fromEntries(rows.map((one) => [one.fact.name, one.rows])),
    details: answer.details?.(body, context) ?? [],
    problems,
  }
}
