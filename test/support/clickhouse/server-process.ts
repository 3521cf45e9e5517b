import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DataType, load, open } from 'ffi-rs'

// A ClickHouse server out of libchdb.so: `clickhouse local` opens its listeners and then stays alive for as long as its last query runs.
// Usage: node server-process.ts <folder that holds config.xml>; it ends when its standard input does, that is with its parent.

const DAY_SEC = 24 * 60 * 60
const ROW_SEC = 3

// TCP first: once HTTP answers, the port that the other shards use is open too. Blocks of one row: ClickHouse limits the sleep per block.
const QUERY = [
  'SYSTEM START LISTEN TCP',
  'SYSTEM START LISTEN HTTP',
  `SELECT sleepEachRow(${ROW_SEC}) FROM numbers(${DAY_SEC / ROW_SEC}) SETTINGS max_block_size = 1 FORMAT Null`,
].join('; ')

function endWithParent(folder: string): void {
  process.stdin.on('end', () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    } finally {
      // Not exit(): the server's threads would be joined, and its query lasts a day.
      process.kill(process.pid, 'SIGKILL')
    }
  })
  process.stdin.resume()
}

async function serve(folder: string): Promise<void> {
  const argv = ['clickhouse', '--config-file', join(folder, 'config.xml'), '--query', QUERY]
  open({ library: 'chdb', path: createRequire(import.meta.url).resolve('@chdb/lib-linux-x64-gnu/libchdb.so') })
  // In a thread of its own, so that this one still sees its standard input end.
  await load({
    library: 'chdb',
    funcName: 'chdb_query_cmdline',
    retType: DataType.External,
    paramsType: [DataType.I32, DataType.StringArray],
    paramsValue: [argv.length, argv],
    runInNewThread: true,
  })
}

const [, , folder] = process.argv
if (folder === undefined) throw new Error('usage: server-process.ts <folder>')
endWithParent(folder)
await serve(folder)
process.stderr.write('The ClickHouse server ended by itself.\n', () => process.kill(process.pid, 'SIGKILL'))
