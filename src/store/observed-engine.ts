import { type Sql, sql } from '../lib/sql.ts'
import type { Engine } from './engine.ts'

/** A statement that is about to run. */
export interface Statement {
  /** `read` and `write` are ours, `sql` is of a person. */
  readonly kind: 'read' | 'write' | 'sql'
  readonly text: string
}

/** Runs a statement, and measures it. */
export type ObserveStatement = <T>(statement: Statement, work: () => Promise<T>) => Promise<T>

/** The same engine, whose statements are measured. */
export function observeEngine(engine: Engine, observe: ObserveStatement): Engine {
  const read = <T>({ text }: Sql, work: () => Promise<T>) => observe({ kind: 'read', text }, work)
  const write = <T>({ text }: Sql, work: () => Promise<T>) => observe({ kind: 'write', text }, work)
  return {
    ...engine,
    query: (statement, params) => read(statement, () => engine.query(statement, params)),
    columns: (statement, params) => read(statement, () => engine.columns(statement, params)),
    stream: (statement, format, params) =>
      read(statement, () => engine.stream(statement, format, params)),
    writerQuery: (statement, params, access) =>
      write(statement, () => engine.writerQuery(statement, params, access)),
    queryNodes: (statement, params) => write(statement, () => engine.queryNodes(statement, params)),
    command: (statement, params, access) =>
      write(statement, () => engine.command(statement, params, access)),
    ddl: (statement, params) => write(statement, () => engine.ddl(statement, params)),
    onEveryNode: (statement, params) =>
      write(statement, () => engine.onEveryNode(statement, params)),
    onShards: (statement, params) => write(statement, () => engine.onShards(statement, params)),
    insert: (table, rows) => write(sql`INSERT INTO ${table}`, () => engine.insert(table, rows)),
    streamInsert: (statement, bytes) =>
      write(statement, () => engine.streamInsert(statement, bytes)),
    openReader: async (options) => {
      const reader = await engine.openReader(options)
      return {
        read: (statement, readOptions) =>
          observe({ kind: 'sql', text: statement.text }, () => reader.read(statement, readOptions)),
      }
    },
  }
}
