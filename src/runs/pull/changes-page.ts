import Type from 'typebox'
import Value from 'typebox/value'
import { UsageError } from '../../lib/errors.ts'
import type { Fact } from '../../store/fact.ts'
import { sourceColumns } from '../../store/fact.ts'
import type { Store } from '../../store/store.ts'
import type { Stage } from '../stage.ts'
import type { PulledRun } from './commit-pulled.ts'

const count = Type.Integer({ minimum: 0 })
const page = Type.Object({
  runs: Type.Array(
    Type.Object({
      id: Type.Integer({ minimum: 1, maximum: 4_294_967_295 }),
      state: Type.Union(
        (['committed', 'failed', 'lost'] as const).map((state) => Type.Literal(state)),
      ),
      source: Type.String(),
      startedAt: Type.String({ format: 'date-time' }),
      at: Type.String({ format: 'date-time' }),
      facts: Type.Array(Type.String()),
      contentHash: Type.String(),
      accepted: count,
      rejected: count,
      held: count,
      note: Type.String(),
      rows: Type.Record(Type.String(), count),
      newestSec: Type.Record(Type.String(), Type.Union([count, Type.Null()])),
      revision: count,
      undoes: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }))),
      dropped: Type.Optional(Type.Record(Type.String(), count)),
      droppedUpTo: Type.Optional(Type.Record(Type.String(), count)),
      sums: Type.Record(Type.String(), Type.String()),
    }),
  ),
  rows: Type.Array(
    Type.Object({
      fact: Type.String(),
      run: count,
      key: Type.Record(Type.String(), Type.Unknown()),
      values: Type.Record(Type.String(), Type.Unknown()),
      quality: Type.String(),
      recordedAt: Type.String(),
    }),
  ),
  cursor: Type.String(),
  isComplete: Type.Boolean(),
})

/** An answer of `/meta/changes`. */
export type ChangesPage = Type.Static<typeof page>

export function parsePage(body: Buffer, place: string): ChangesPage {
  let value: unknown
  try {
    value = JSON.parse(body.toString())
  } catch {
    value = undefined
  }
  if (!Value.Check(page, value))
    throw new UsageError(`${place} did not answer with changes. Is it the same version?`)
  return value
}

export function runsOf({ runs }: ChangesPage): PulledRun[] {
  return runs.map(({ startedAt, at, ...run }) => ({
    id: run.id,
    state: run.state,
    startedAtMs: Date.parse(startedAt),
    atMs: Date.parse(at),
    source: run.source,
    facts: run.facts,
    contentHash: run.contentHash,
    accepted: run.accepted,
    rejected: run.rejected,
    held: run.held,
    note: run.note,
    rows: run.rows,
    newestSec: run.newestSec,
    revision: run.revision,
    undoes: run.undoes ?? [],
    dropped: run.dropped ?? {},
    droppedUpTo: run.droppedUpTo ?? {},
    sums: run.sums,
  }))
}

/** Brings the rows of a page to the stage. */
export async function stagePage(store: Store, stage: Stage, { rows }: ChangesPage): Promise<void> {
  for (const [name, ofFact] of Map.groupBy(rows, ({ fact }) => fact)) {
    const fact = store.facts.get(name)
    const [first] = ofFact
    if (fact === undefined || first === undefined || !hasColumns(fact, first))
      throw new UsageError(
        `The origin has other columns of ${name} than this version. Use the same version here.`,
      )
    const table = await stage.table(fact)
    await store.engine.insert(
      table,
      ofFact.map(({ key, values, quality, run, recordedAt }) => {
        return { ...key, ...values, quality, run, recordedAt }
      }),
    )
  }
}

function hasColumns(fact: Fact, { key, values }: ChangesPage['rows'][number]): boolean {
  const names = [...Object.keys(key), ...Object.keys(values)].sort()
  return names.join() === sourceColumns(fact).sort().join()
}
