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
  const read = <T>(text: string, work: () => Promise<T>) => observe({ kind: 'read', text }, work)
  const write = <T>(text: string, work: () => Promise<T>) => observe({ kind: 'write', text }, work)
  return {
    ...engine,
    query: (sql, params) => read(sql, () => engine.query(sql, params)),
    columns: (sql, params) => read(sql, () => engine.columns(sql, params)),
    stream: (sql, format, params) => read(sql, () => engine.stream(sql, format, params)),
    writerQuery: (sql, params, access) => write(sql, () => engine.writerQuery(sql, params, access)),
    queryNodes: (sql, params) => write(sql, () => engine.queryNodes(sql, params)),
    command: (sql, params, access) => write(sql, () => engine.command(sql, params, access)),
    ddl: (sql, params) => write(sql, () => engine.ddl(sql, params)),
    onEveryNode: (sql, params) => write(sql, () => engine.onEveryNode(sql, params)),
    onShards: (sql, params) => write(sql, () => engine.onShards(sql, params)),
    insert: (table, rows) => write(`INSERT INTO ${table}`, () => engine.insert(table, rows)),
    streamInsert: (sql, bytes) => write(sql, () => engine.streamInsert(sql, bytes)),
    openReader: async (options) => {
      const reader = await engine.openReader(options)
      return {
        read: (sql, readOptions) =>
          observe({ kind: 'sql', text: sql }, () => reader.read(sql, readOptions)),
      }
    },
  }
}
