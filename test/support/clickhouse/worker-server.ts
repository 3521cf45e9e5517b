import { DATABASE } from '../../../src/store/tables.ts'
import { type ClickHouseServer, startClickHouse } from './start-server.ts'

// Like the worker's engine it outlives the test files; it ends with this process.
let server: ClickHouseServer | undefined

/** The ClickHouse server of this worker, without any facts; to stop it does nothing. */
export async function takeClickHouse(): Promise<ClickHouseServer> {
  server ??= await startClickHouse({ isLeftRunning: true })
  const body = `DROP DATABASE IF EXISTS ${DATABASE} SYNC`
  const response = await fetch(server.url, { method: 'POST', body })
  if (!response.ok) throw new Error(await response.text())
  return { ...server, stop: async () => undefined }
}
