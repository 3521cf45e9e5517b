import Type from 'typebox'
import { UsageError } from '../../lib/errors.ts'
import { findMismatch, memberName } from '../../lib/find-mismatch.ts'
import { parseJson } from '../../lib/parse-json.ts'
import { strictObject } from '../../lib/strict-object.ts'
import type { Column } from '../../store/columns.ts'
import { type Fact, QUALITIES } from '../../store/fact.ts'
import type { Store } from '../../store/store.ts'
import type { DeclaredFacts } from '../snapshot/manifest.ts'
import {
  byFact,
  factNameSchema,
  inJournalOrder,
  laterMembers,
  runMembers,
  runNumber,
} from '../snapshot/run-schema.ts'
import type { Stage } from '../stage.ts'
import type { PulledRun } from './commit-pulled.ts'

const MAX_TEXT = 16 << 20
const MAX_ITEMS = 1_000_000
const dateTime = Type.String({ format: 'date-time' })
const anyText = Type.String({ maxLength: MAX_TEXT })

function pageSchema(facts: DeclaredFacts) {
  const run = strictObject({
    ...runMembers(facts),
    startedAt: dateTime,
    at: dateTime,
    sums: byFact(facts, Type.String({ maxLength: 100 })),
    ...Type.Partial(Type.Object(laterMembers(facts))).properties,
  })
  // Key and values are compared with the fact of the row.
  const row = strictObject({
    fact: factNameSchema(facts),
    run: runNumber,
    change: Type.Enum(['added', 'revised', 'held']),
    key: Type.Record(Type.String(), Type.Unknown()),
    values: Type.Record(Type.String(), Type.Unknown()),
    quality: Type.Enum([...QUALITIES]),
    recordedAt: dateTime,
  })
  return strictObject({
    runs: Type.Array(run, { maxItems: MAX_ITEMS }),
    rows: Type.Array(row, { maxItems: MAX_ITEMS }),
    cursor: Type.String({ pattern: '^[0-9a-f.]{1,100}$' }),
    isComplete: Type.Boolean(),
  })
}

/** A response of `/meta/changes`. */
export type ChangesPage = Type.Static<ReturnType<typeof pageSchema>>

/** Reads pages, which may be anybody's: each is compared with what this version declares. */
export function createPageReader(facts: DeclaredFacts) {
  const schema = pageSchema(facts)
  const rowSchemas = new Map([...facts].map(([name, fact]) => [name, rowSchema(fact)]))
  return (body: Buffer, place: string): ChangesPage => {
    const value = parseJson(body.toString())
    if (value === undefined) throw new UsageError(`${place} did not answer with JSON.`)
    const problem = findMismatch(schema, value)
    if (problem !== undefined)
      throw new UsageError(`${place} did not answer with changes: ${problem}. Is it this version?`)
    const page = value as ChangesPage
    requireColumns(page, rowSchemas)
    return page
  }
}

/** Every row has the columns of its fact, with values of their types. */
function requireColumns({ rows }: ChangesPage, schemas: ReadonlyMap<string, Type.TSchema>): void {
  for (const [index, { fact, key, values }] of rows.entries()) {
    const schema = schemas.get(fact)
    const problem = schema && findMismatch(schema, { key, values })
    if (problem !== undefined)
      throw new UsageError(
        `The origin has other columns of ${fact} than this version: ${memberName(['rows', index])}.${problem}. Use the same version here.`,
      )
  }
}

function rowSchema({ key, values, time }: Fact) {
  const times = time === undefined ? {} : { [time]: Type.Integer({ minimum: 0 }) }
  return Type.Object({
    key: strictObject({ ...mapColumns(key), ...times }),
    values: strictObject(mapColumns(values)),
  })
}

function mapColumns(columns: Record<string, Column<unknown>>): Record<string, Type.TSchema> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, { kind, nullable }]) => {
      // JSON has no number that is none, so that a float may be null in any case.
      const isNullable = nullable || kind === 'float'
      return [name, isNullable ? Type.Union([VALUES[kind], Type.Null()]) : VALUES[kind]]
    }),
  )
}

const VALUES: Record<Column<unknown>['kind'], Type.TSchema> = {
  text: anyText,
  word: anyText,
  float: Type.Number(),
  // Those beyond 2^53 are texts.
  int: Type.Union([Type.Integer(), Type.String({ pattern: '^-?\\d{1,19}$' })]),
  digits: Type.String({ pattern: '^\\d{0,78}$' }),
  bool: Type.Boolean(),
  texts: Type.Array(anyText),
}

export function runsOf({ runs }: Pick<ChangesPage, 'runs'>): PulledRun[] {
  return runs.map(({ startedAt, at, sums, ...run }) => {
    const times = { startedAtMs: Date.parse(startedAt), atMs: Date.parse(at) }
    return { ...inJournalOrder({ ...run, ...times }), sums }
  })
}

/** Brings the rows of a page to the stage. */
export async function stagePage(store: Store, stage: Stage, { rows }: ChangesPage): Promise<void> {
  for (const [name, ofFact] of Map.groupBy(rows, ({ fact }) => fact)) {
    const fact = store.facts.get(name)
    if (fact === undefined)
      throw new UsageError(`The origin has a fact ${name}, which is not here.`)
    const table = await stage.table(fact)
    await store.engine.insert(
      table,
      ofFact.map(({ key, values, quality, run, recordedAt }) => {
        return { ...key, ...values, quality, run, recordedAt }
      }),
    )
  }
}
