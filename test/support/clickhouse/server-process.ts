import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { DataType, load, open } from 'ffi-rs'
import { serverArguments } from './server-arguments.ts'

// A ClickHouse server out of libchdb.so. Usage: node server-process.ts <folder that holds
// config.xml>; it ends when its standard input does, that is with its parent.

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
  const argv = ['clickhouse', ...serverArguments(folder)]
  open({
    library: 'chdb',
    path: createRequire(import.meta.url).resolve(`@chdb/lib-linux-${process.arch}-gnu/libchdb.so`),
  })
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
process.stderr.write('The ClickHouse server ended by itself.\n', () =>
  process.kill(process.pid, 'SIGKILL'),
)
