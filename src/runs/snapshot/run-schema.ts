import Type from 'typebox'
import type { Run } from '../../store/journal.ts'
import { type DeclaredFacts, MAX_RUN, safeCount } from './manifest.ts'

// The greatest time that a `Date` can have.
const MAX_MS = 8_640_000_000_000_000
const MAX_UNDONE = 1_000_000
/** A note names the imported files, however many. */
const MAX_NOTE = 16 << 20

export const runNumber = Type.Integer({ minimum: 1, maximum: MAX_RUN })
export const timeMs = Type.Integer({ minimum: 0, maximum: MAX_MS })

/** Of a fact that this version declares. */
export function factNameSchema(facts: DeclaredFacts) {
  return Type.String({ pattern: `^(?:${[...facts.keys()].join('|')})$` })
}

/** A value for each of some facts. */
export function byFact<T extends Type.TSchema>(facts: DeclaredFacts, value: T) {
  return Type.Record(factNameSchema(facts), value, { additionalProperties: false })
}

/** The members of a run of another store that are the same wherever it comes from. */
export function runMembers(facts: DeclaredFacts) {
  return {
    id: runNumber,
    state: Type.Enum(['committed', 'failed', 'lost']),
    source: Type.String({ maxLength: 4_000 }),
    facts: Type.Array(factNameSchema(facts), { maxItems: facts.size, uniqueItems: true }),
    contentHash: Type.String({ maxLength: 100_000 }),
    accepted: safeCount,
    rejected: safeCount,
    held: safeCount,
    note: Type.String({ maxLength: MAX_NOTE }),
    rows: byFact(facts, safeCount),
    newestSec: byFact(facts, Type.Union([safeCount, Type.Null()])),
    revision: Type.Integer({ minimum: 0, maximum: 255 }),
  }
}

/** A run in the order of the journal; one that an earlier version wrote lacks the last members. */
export function inJournalOrder(row: Readonly<Record<string, unknown>>): Run {
  const members = {
    ...{ id: row.id, state: row.state, startedAtMs: row.startedAtMs, atMs: row.atMs },
    ...{ source: row.source, facts: row.facts, contentHash: row.contentHash },
    ...{ accepted: row.accepted, rejected: row.rejected, held: row.held, note: row.note },
    ...{ rows: row.rows ?? {}, newestSec: row.newestSec ?? {}, revision: row.revision ?? 0 },
    ...{ undoes: row.undoes ?? [], dropped: row.dropped ?? {} },
    droppedUpTo: row.droppedUpTo ?? {},
  }
  return members as Run
}

/** Members that a run need not have. */
export function laterMembers(facts: DeclaredFacts) {
  return {
    undoes: Type.Array(runNumber, { maxItems: MAX_UNDONE }),
    dropped: byFact(facts, safeCount),
    droppedUpTo: byFact(facts, Type.Integer({ minimum: 0, maximum: MAX_RUN })),
  }
}
