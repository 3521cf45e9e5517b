import type { Fact } from '../../../store/fact.ts'
import { type Hold, holdId, placeName } from './hold.ts'

/** Takes the place of a guard's name where the fact's own `hold` rule keeps a row back. */
export const FACT_RULE = 'fact-rule'

/** A row that its fact holds back, and why. */
export interface HeldRow {
  fact: Fact
  row: Record<string, unknown>
  reason: string
}

/** Rows that a fact's own rules hold back, as holds; only a person releases them. */
export function listRuleHolds(rows: readonly HeldRow[]): Hold[] {
  const holds = new Map<string, Hold>()
  for (const { fact, row, reason } of rows) {
    // A row without a time, such as a name, has no moment at which another could be served.
    if (fact.time === undefined) continue
    const series = JSON.stringify(
      Object.fromEntries(Object.keys(fact.key).map((column) => [column, String(row[column])])),
    )
    const atSec = Number(row[fact.time])
    const place = placeName({ fact: fact.name, series, atSec })
    holds.set(place, {
      fact: fact.name,
      series,
      atSec,
      id: holdId(place),
      state: 'held',
      guard: FACT_RULE,
      reason,
      release: 'person',
      value: null,
      servedValue: null,
      figures: '{}',
      decidedBy: null,
      decisionReason: null,
      heldRun: null,
    })
  }
  return [...holds.values()]
}
