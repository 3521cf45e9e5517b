import { chmodSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { UsageError } from '../lib/errors.ts'
import { socketOf } from './data-dir.ts'
import type { Operations } from './operations.ts'

/** A line of the conversation between the command line and the process that has the engine. */
export interface Message {
  progress?: never
  chunk?: string
  result?: unknown
  error?: string
}

/** Operations that send bytes before their result. */
const STREAMED: ReadonlySet<keyof Operations> = new Set(['exportFact', 'runSql'])

/** Gives the command line the engine of this process: one request, whose response is lines of JSON. */
export function listenForCommands(dataDir: string, operations: Operations): Promise<Server> {
  const path = socketOf(dataDir)
  const server = createServer((request, response) => {
    const line = (message: object) => response.write(`${JSON.stringify(message)}\n`)
    handle(request, response, operations, line)
      .catch((error: unknown) => {
        const message = error instanceof Error ? error.message : String(error)
        line({ error: error instanceof UsageError ? message : `failed: ${message.split('\n')[0]}` })
      })
      .finally(() => response.end())
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      chmodSync(path, 0o600)
      resolve(server)
    })
  })
}

/** Resolves when more can be written, or when the reader has gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resume) => {
    const done = () => {
      response.off('drain', done)
      response.off('close', done)
      resume()
    }
    response.once('drain', done)
    response.once('close', done)
  })
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  operations: Operations,
  line: (message: object) => boolean,
): Promise<void> {
  const options = (await json(request)) as object
  const name = String(request.url).slice(1)
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson' })
  const onProgress = (progress: object) => void line({ progress })
  // A command line that is newer than the server may ask for what it does not know.
  if (!isOperation(operations, name))
    throw new UsageError(
      `The running server does not know "${name}". Restart it with this version.`,
    )
  const operation = operations[name] as (given: object) => Promise<unknown>
  if (!STREAMED.has(name))
    return void line({ result: (await operation({ ...options, onProgress })) ?? null })
  const write = async (bytes: Uint8Array) => {
    if (response.destroyed) throw new UsageError('the reader has gone')
    // A slow reader holds the export back instead of filling this process's memory.
    if (!line({ chunk: Buffer.from(bytes).toString('base64') })) await drained(response)
  }
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  line({ result: await operation({ ...options, onProgress, write, signal: gone.signal }) })
}

function isOperation(operations: Operations, name: string): name is keyof Operations {
  return Object.hasOwn(operations, name)
}
