import { join } from 'node:path'

const DAY_SEC = 24 * 60 * 60
const ROW_SEC = 3

// `clickhouse local` opens its listeners and then stays alive for as long as its last query runs.
// TCP first: once HTTP responses, the port that the other shards use is open too. Blocks of one row:
// ClickHouse limits the sleep per block.
const QUERY = [
  'SYSTEM START LISTEN TCP',
  'SYSTEM START LISTEN HTTP',
  `SELECT sleepEachRow(${ROW_SEC}) FROM numbers(${DAY_SEC / ROW_SEC}) SETTINGS max_block_size = 1 FORMAT Null`,
].join('; ')

/** What makes a ClickHouse server of the engine's library, with the configuration in a folder. */
export function serverArguments(folder: string): string[] {
  return ['--config-file', join(folder, 'config.xml'), '--query', QUERY]
}
