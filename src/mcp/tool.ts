import Type, { type Static, type TObject, type TProperties } from 'typebox'
import { UsageError } from '../lib/errors.ts'
import type { Inquiry } from './inquiry.ts'

/** A request that agents ask: what it takes, and how it is served from operations. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: TObject
  /** How to ask for what a response leaves out. */
  readonly narrow: string
  run(given: Record<string, unknown>, inquiry: Inquiry): Promise<Record<string, unknown>>
}

interface ToolDeclaration<P extends TProperties> extends Omit<Tool, 'input' | 'run'> {
  readonly input: P
  run(given: Static<TObject<P>>, inquiry: Inquiry): Promise<Record<string, unknown>>
}

/** Every tool takes `asOf`, and refuses what it does not know. */
export function defineTool<const P extends TProperties>(declared: ToolDeclaration<P>): Tool {
  const input = Type.Object({ ...declared.input, asOf }, { additionalProperties: false })
  return { ...declared, input } as Tool
}

/** What an agent can put right by asking differently. */
export class ToolError extends UsageError {}

const TIMESTAMP =
  '^(\\d{1,10}|\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,3})?)?(Z|[+-]\\d\\d:\\d\\d))?)$'

export function timestamp(description: string) {
  return Type.Optional(Type.String({ pattern: TIMESTAMP, description }))
}

const asOf = timestamp(
  'Answer as it was known at this time: ISO 8601 or Unix seconds. Default: now. Give the asOf of an earlier response to get its figures again.',
)

export function name(description: string) {
  return Type.String({ minLength: 1, maxLength: 100, description })
}

export function limit(byDefault: number, maximum = 100) {
  const description = `Most rows to give; ${byDefault} unless set.`
  return Type.Optional(Type.Integer({ minimum: 1, maximum, default: byDefault, description }))
}

/** The named members of a row, in this order; those it lacks are left out. */
export function pick(row: object, names: readonly string[]): Record<string, unknown> {
  const members = row as Record<string, unknown>
  return Object.fromEntries(
    names.filter((key) => members[key] !== undefined).map((key) => [key, members[key]]),
  )
}

/** Largest first; what has no figure comes last. */
export function largestFirst<Row>(
  rows: readonly Row[],
  figure: (row: Row) => number | null | undefined,
): Row[] {
  const order = (row: Row) => figure(row) ?? Number.NEGATIVE_INFINITY
  return rows.toSorted((a, b) => (order(b) > order(a) ? 1 : order(b) < order(a) ? -1 : 0))
}

/** A timestamp that an agent gave: Unix seconds or ISO 8601. */
export function toSec(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Math.floor(Date.parse(text) / 1000)
}

/** A day, or a timestamp within one. */
export function dateText(atSec: number): string {
  const text = new Date(atSec * 1000).toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.replace('.000Z', 'Z')
}
