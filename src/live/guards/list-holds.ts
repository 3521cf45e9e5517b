import { createHash } from 'node:crypto'
import { bundleName, type Judged } from './evaluate-readings.ts'
import type { HoldState } from './holds/facts.ts'
import type { Reading, Verdict } from './rules/guard.ts'
import { TOTAL } from './rules/guard.ts'

const ID_LENGTH = 10

/** A row of the fact quality_holds. */
export interface Hold {
  fact: string
  series: string
  atSec: number
  id: string
  state: HoldState
  guard: string
  reason: string
  release: string
  value: number | null
  servedValue: number | null
  figures: string
  decidedBy: string | null
  heldRun: number | null
}

/** The holds and flags of what was judged, one for each fact, series and moment. */
export function listHolds(judged: readonly Judged[]): Hold[] {
  const rows = new Map<string, Judged[]>()
  for (const one of judged) {
    const name = JSON.stringify([
      one.reading.watch.fact.name,
      one.reading.series,
      one.reading.atSec,
    ])
    rows.set(name, [...(rows.get(name) ?? []), one])
  }
  return [...rows.values()].flatMap((members) => toHold(members) ?? [])
}

/** Several watches may look at one fact: what they say of a reading is said together. */
function toHold(members: readonly Judged[]): Hold | undefined {
  const [first] = members
  if (first === undefined) return undefined
  const own = members.flatMap(({ verdicts }) => verdicts)
  // What holds a reading is told first, then what else was noticed; a companion tells why it was
  // held with the other.
  const told = first.isHeld
    ? [...first.causes, ...own.filter(({ severity }) => severity === 'flag')]
    : own
  const [cause] = told
  if (cause === undefined) return undefined
  const spoken = members.find(({ verdicts }) => verdicts.includes(cause)) ?? first
  const value = spoken.reading.lines.get(TOTAL) ?? 0
  return {
    fact: first.reading.watch.fact.name,
    series: first.reading.series,
    atSec: first.reading.atSec,
    id: holdId(readingName(first.reading)),
    state: first.isHeld ? 'held' : 'flagged',
    guard: cause.guard,
    reason: [...new Set(told.map(({ reason }) => reason))].join(' '),
    release: first.isHeld ? releaseOf(first.causes) : cause.release,
    value: Number.isFinite(value) ? value : null,
    servedValue: first.isHeld ? (spoken.served?.value ?? null) : value,
    figures: JSON.stringify(
      Object.fromEntries(
        members.map(({ reading }) => [reading.watch.value, Object.fromEntries(reading.lines)]),
      ),
    ),
    decidedBy: null,
    heldRun: null,
  }
}

/** The same for all facts that are held together. */
function readingName({ watch, series, atSec }: Reading): string {
  return JSON.stringify([bundleName(watch), series, atSec])
}

/** Short enough to type. */
export function holdId(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, ID_LENGTH)
}

function releaseOf(causes: readonly Verdict[]): string {
  return causes.every(({ release }) => release === 'agreement') ? 'agreement' : 'person'
}
