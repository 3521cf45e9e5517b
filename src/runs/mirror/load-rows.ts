import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { identifier, identifiers, type Sql, sql } from '../../lib/sql.ts'
import type { CarriedFact, FactRows } from '../../sources/mirror/response.ts'
import { countRows } from '../../store/count-rows.ts'
import { type Fact, sourceColumns } from '../../store/fact.ts'
import type { Store } from '../../store/store.ts'
import { createTableLike } from '../../store/tables.ts'
import { textColumn } from '../import/columns/column-shape.ts'
import { countAll, removeDuplicates } from '../import/duplicates.ts'
import type { WorkFolder } from '../import/files/work-folder.ts'
import { type ImportEngine, sideTable } from '../import/import-engine.ts'
import type { ImportWork } from '../import/import-work.ts'
import type { InspectedFile } from '../import/inspect.ts'
import { loadFiles } from '../import/load.ts'
import { Rejects } from '../import/rejects.ts'
import { dropStage, type Stage } from '../stage.ts'
import { freshSql, takenBackSql, unknownSql } from './known-sql.ts'

type Row = FactRows['rows'][number]

export interface LoadContext {
  store: Store
  stage: Stage
  engine: ImportEngine
  folder: WorkFolder
  /** Earlier runs of this mirror that brought rows of the fact. */
  mirrorRuns: readonly number[]
  sinceSec: number
}

export interface LoadCounts {
  rejected: number
  /** The first reason, if there is one. */
  reason: string | undefined
}

const LINES_PER_CHUNK = 2_000

/** Brings rows into a stage, checked like a file's; of known ones only what is new or gone. */
export async function loadRows(
  context: LoadContext,
  { fact, scope = Object.keys(fact.key).slice(0, 1), takesBack, onlyNew }: CarriedFact,
  rows: readonly Row[],
): Promise<LoadCounts> {
  const { store, stage, mirrorRuns, sinceSec } = context
  if (mirrorRuns.length === 0 && onlyNew === undefined) return fill(context, stage, fact, rows)
  const incoming = sideTable(stage, sql`incoming_${identifier(fact.name)}`)
  const { placement, engine } = store
  try {
    await createTableLike(engine, placement, incoming, fact)
    const counts = await fill(context, { ...stage, table: async () => incoming }, fact, rows)
    if (onlyNew) {
      await insert(context, fact, unknownSql(fact, incoming, await stage.table(fact)))
      return counts
    }
    await insert(context, fact, freshSql(fact, incoming, scope))
    if (takesBack !== undefined)
      await insert(context, fact, takenBackSql(fact, incoming, { scope, sinceSec, ...takesBack }))
    return counts
  } finally {
    await dropStage(store, incoming)
  }
}

async function insert(
  { store, stage, mirrorRuns }: LoadContext,
  fact: Fact,
  select: Sql,
): Promise<void> {
  const columns = identifiers([...sourceColumns(fact), 'quality'])
  await store.engine.command(
    sql`INSERT INTO ${await stage.table(fact)} (${columns}, recordedAt, run) SELECT ${columns}, ${stage.stamp} FROM (${select})`,
    { mirrorRuns, latestRun: store.journal.latest },
  )
}

/** The rows as a file that the engine reads like any other. */
async function fill(
  { engine, folder }: LoadContext,
  stage: Stage,
  fact: Fact,
  rows: readonly Row[],
): Promise<LoadCounts> {
  const table = await engine.table(stage, fact)
  const besides = (purpose: string) => sideTable(stage, identifier(`${purpose}_${fact.name}`))
  const rejects = new Rejects(engine.engine, besides('rejects'))
  const work = { engine: engine.engine, fact, table, rejects, sideTable: besides }
  try {
    const newPath = () => folder.newPath()
    const read = { stamp: stage.stamp, newPath, onRead: undefined }
    await loadFiles([await writeFile(folder, fact, rows)], { ...work, ...read })
    const contradicted = await removeRepeats(work)
    const first = await rejects.first({ wholeFile: false })
    const rejected = await rejects.count()
    await engine.publish(stage, fact)
    return {
      rejected: rejected + contradicted,
      reason:
        first?.reason ??
        (contradicted > 0 ? 'two rows of one key say different things' : undefined),
    }
  } finally {
    await rejects.drop()
  }
}

/** Of identical rows one stays, of rows that contradict each other none. Returns how many went. */
async function removeRepeats(work: ImportWork): Promise<number> {
  const { engine, fact, table } = work
  const before = await countAll(engine, fact, table)
  if (!before.repeated) return 0
  let gone = 0
  await removeDuplicates(work, async () => {
    gone = before.rows - (await countRows(engine, table))
  })
  return gone
}

async function writeFile(
  folder: WorkFolder,
  fact: Fact,
  rows: readonly Row[],
): Promise<InspectedFile> {
  const path = await folder.newPath()
  await pipeline(Readable.from(chunksOf(rows)), createWriteStream(path))
  const names = [...sourceColumns(fact), 'quality']
  const declared = { ...fact.key, ...fact.values }
  const isNumber = (name: string) =>
    name === fact.time || ['float', 'int'].includes(declared[name]?.kind ?? '')
  return {
    name: fact.name,
    source: { path, compression: 'none' },
    format: 'ndjson',
    path,
    compression: 'none',
    bytes: (await stat(path)).size,
    columns: names.map(textColumn),
    ignoredColumns: [],
    numbers: names.filter(isNumber),
    rows: undefined,
    isFixed: false,
  }
}

function* chunksOf(rows: readonly Row[]): Generator<string> {
  for (let from = 0; from < rows.length; from += LINES_PER_CHUNK)
    yield `${rows
      .slice(from, from + LINES_PER_CHUNK)
      .map((row) => JSON.stringify(row))
      .join('\n')}\n`
}
