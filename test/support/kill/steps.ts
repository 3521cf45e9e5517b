import type { Engine } from '../../../src/store/engine.ts'

/** Tells of every statement that writes, or asks on the connection of the writer, before it runs. */
export function watchSteps(engine: Engine, onStep: (what: string) => void): void {
  const { command, ddl, insert, onShards, queryNodes, writerQuery } = engine
  Object.assign(engine, {
    command: (sql: string, params?: object) => {
      onStep(sql)
      return command(sql, { ...params })
    },
    ddl: (sql: string, params?: object) => {
      onStep(sql)
      return ddl(sql, { ...params })
    },
    onShards: (sql: string, params?: object) => {
      onStep(sql)
      return onShards(sql, { ...params })
    },
    queryNodes: (sql: string, params?: object) => {
      onStep(sql)
      return queryNodes(sql, { ...params })
    },
    insert: (table: string, rows: readonly object[]) => {
      onStep(`insert ${table} ${JSON.stringify(rows)}`)
      return insert(table, rows)
    },
    writerQuery: (sql: string, params?: object) => {
      onStep(sql)
      return writerQuery(sql, { ...params })
    },
  })
}
