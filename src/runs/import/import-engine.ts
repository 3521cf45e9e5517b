import { createReadStream } from 'node:fs'
import { identifiers, literal, type Sql, sql } from '../../lib/sql.ts'
import { openEmbeddedEngine } from '../../store/embedded-engine.ts'
import type { Engine } from '../../store/engine.ts'
import { type Fact, sourceColumns } from '../../store/fact.ts'
import type { Store } from '../../store/store.ts'
import { createDatabase, ensureFactTables, type Placement, tableOf } from '../../store/tables.ts'
import type { Stage } from '../stage.ts'
import type { WorkFolder } from './files/work-folder.ts'

/** The engine that reads files: always of this process, since servers cannot see its files. */
export interface ImportEngine {
  readonly engine: Engine
  /** What the rows are for. */
  readonly store: Store
  /** The table for a run's rows while they are checked. */
  table(stage: Stage, fact: Fact): Promise<Sql>
  /** Brings the checked rows to the run's stage. */
  publish(stage: Stage, fact: Fact): Promise<void>
  close(): Promise<void>
}

export async function openImportEngine(store: Store, folder: WorkFolder): Promise<ImportEngine> {
  if (store.engine.kind === 'server') return openScratch(store, folder)
  return {
    engine: store.engine,
    store,
    table: (stage, fact) => stage.table(fact),
    publish: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}

/** An embedded engine for one import; the server gets checked rows, in the engine's own format. */
async function openScratch(store: Store, folder: WorkFolder): Promise<ImportEngine> {
  const placement: Placement = { cluster: undefined, replicated: false, onCluster: sql`` }
  const engine = await openEmbeddedEngine(await folder.newPath())
  store.addEngine(engine)
  await createDatabase(engine, placement)
  return {
    engine,
    store,
    table: async (_stage, fact) => {
      await ensureFactTables(engine, [fact], placement)
      return tableOf(fact)
    },
    publish: async (stage, fact) => {
      const columns = identifiers([...sourceColumns(fact), 'quality', 'recordedAt', 'run'])
      const spool = await folder.newPath()
      await engine.command(
        sql`INSERT INTO FUNCTION file(${literal(spool)}, 'Native') SELECT ${columns} FROM ${tableOf(fact)}`,
        {},
        { files: [spool] },
      )
      await store.engine.streamInsert(
        sql`INSERT INTO ${await stage.table(fact)} (${columns}) FORMAT Native`,
        createReadStream(spool),
      )
    },
    close: () => engine.close(),
  }
}

/** A table beside a run's stage; by its name it is removed with the stages after a crash. */
export function sideTable(stage: Stage, purpose: Sql): Sql {
  return sql`${stage.prefix}_${purpose}`
}
