import { bundleName, type EvaluatedReading } from './evaluate-readings.ts'
import { type Hold, holdId, placeName } from './holds/hold.ts'
import { type Finding, type Reading, totalOf } from './rules/guard.ts'

/** The holds and flags of what was evaluated, one for each fact, series and moment. */
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
    figures: JSON.stringify(
      Object.fromEntries(
        members.map(({ reading }) => [reading.watch.value, Object.fromEntries(reading.lines)]),
      ),
    ),
    decidedBy: null,
    decisionReason: null,
    heldRun: null,
  }
}

/** The same for all facts that are held together. */
function readingName({ watch, series, atSec }: Reading): string {
  return JSON.stringify([bundleName(watch), series, atSec])
}

function releaseOf(causes: readonly Finding[]): string {
  return causes.every(({ release }) => release === 'agreement') ? 'agreement' : 'person'
}
