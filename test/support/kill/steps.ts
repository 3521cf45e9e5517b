import type { Sql } from '../../../src/lib/sql.ts'
import type { Engine, FileAccess, SqlParams } from '../../../src/store/engine.ts'

/** Tells of every statement that writes, or asks on the connection of the writer, before it runs. */
export function watchSteps(engine: Engine, onStep: (what: string) => void): void {
  const { command, ddl, insert, onShards, queryNodes, writerQuery } = engine
  Object.assign(engine, {
    command: (statement: Sql, params?: SqlParams, access?: FileAccess) => {
      onStep(statement.text)
      return command(statement, params, access)
    },
    ddl: (statement: Sql, params?: SqlParams) => {
      onStep(statement.text)
      return ddl(statement, { ...params })
    },
    onShards: (statement: Sql, params?: SqlParams) => {
      onStep(statement.text)
      return onShards(statement, { ...params })
    },
    queryNodes: (statement: Sql, params?: SqlParams) => {
      onStep(statement.text)
      return queryNodes(statement, { ...params })
    },
    insert: (table: Sql, rows: readonly object[]) => {
      onStep(`insert ${table.text} ${JSON.stringify(rows)}`)
      return insert(table, rows)
    },
    writerQuery: (statement: Sql, params?: SqlParams, access?: FileAccess) => {
      onStep(statement.text)
      return writerQuery(statement, params, access)
    },
  })
}
