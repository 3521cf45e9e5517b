import type { Fact } from '../../store/fact.ts'
import { bundleName, type EvaluatedReading } from './evaluate-readings.ts'
import { type Hold, holdId, placeName } from './holds/facts.ts'
import { type Finding, type Reading, totalOf } from './rules/guard.ts'

/** The holds and flags of what was evaluated, one for each fact, series and timestamp. */
export function toHolds(evaluated: readonly EvaluatedReading[]): Hold[] {
  const places = Map.groupBy(evaluated, ({ reading }) =>
    placeName({ ...reading, fact: reading.watch.fact.name }),
  )
  return [...places.values()].flatMap((members) => toHold(members) ?? [])
}

/** Several watches may check one fact: what they find in a reading becomes one hold. */
function toHold(members: readonly EvaluatedReading[]): Hold | undefined {
  const [first] = members
  if (first === undefined) return undefined
  const own = members.flatMap(({ findings }) => findings)
  // Causes come first, then flags. A reading held only with its bundle names the bundle's causes.
  const listed = first.isHeld
    ? [...first.causes, ...own.filter(({ severity }) => severity === 'flag')]
    : own
  const [cause] = listed
  if (cause === undefined) return undefined
  const caught = members.find(({ findings }) => findings.includes(cause)) ?? first
  const value = totalOf(caught.reading)
  const figures = members.map(({ reading: { watch, lines } }) => [
    watch.value,
    Object.fromEntries(lines),
  ])
  return {
    fact: first.reading.watch.fact.name,
    series: first.reading.series,
    atSec: first.reading.atSec,
    id: holdId(readingName(first.reading)),
    state: first.isHeld ? 'held' : 'flagged',
    guard: cause.guard,
    reason: [...new Set(listed.map(({ reason }) => reason))].join(' '),
    release: first.isHeld ? releaseOf(first.causes) : cause.release,
    value: Number.isFinite(value) ? value : null,
    servedValue: first.isHeld ? (caught.served?.value ?? null) : value,
    figures: JSON.stringify(Object.fromEntries(figures)),
    ...UNDECIDED,
  }
}

const UNDECIDED = { decidedBy: null, decisionReason: null, heldRun: null }

/** The same for all facts that are held together. */
function readingName({ watch, series, atSec }: Reading): string {
  return JSON.stringify([bundleName(watch), series, atSec])
}

function releaseOf(causes: readonly Finding[]): string {
  return causes.every(({ release }) => release === 'agreement') ? 'agreement' : 'person'
}

/** Takes the place of a guard's name where the fact's own `hold` rule keeps a row back. */
const FACT_RULE = 'fact-rule'

/** A row that its fact holds back, and why. */
interface HeldRow {
  fact: Fact
  row: Record<string, unknown>
  reason: string
}

/** Rows that a fact's own rules hold back, as holds; only a person releases them. */
export function listRuleHolds(rows: readonly HeldRow[]): Hold[] {
  const holds = new Map<string, Hold>()
  for (const { fact, row, reason } of rows) {
    // A row without a time, such as a name, has no timestamp at which another could be served.
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
      ...UNDECIDED,
    })
  }
  return [...holds.values()]
}
