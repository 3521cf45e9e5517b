import { type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'
import { UsageError } from '../lib/errors.ts'
import type { Message } from './control-server.ts'
import { socketOf } from './data-dir.ts'
import type { Operations } from './operations.ts'

interface Listeners {
  onProgress?: ((progress: never) => void) | undefined
  write?: ((bytes: Uint8Array) => Promise<void>) | undefined
}

const CONNECTION_ENDED = new Set(['ECONNRESET', 'ECONNREFUSED', 'ENOENT'])

/** The same operations, done by the server that has the data directory open. */
export function remoteOperations(dataDir: string): Operations {
  // Each name is an operation of the server, which knows its own.
  return new Proxy({} as Operations, {
    get:
      (_, name) =>
      ({ onProgress, write, ...options }: Listeners = {}) =>
        requestResult(dataDir, `/${String(name)}`, options, { onProgress, write }),
  })
}

async function requestResult(
  dataDir: string,
  path: string,
  options: object,
  listeners: Listeners,
): Promise<unknown> {
  try {
    const response = await send(dataDir, path, options)
    // A reader made earlier would lose the lines that arrive before it is listened to.
    for await (const line of createInterface({
      input: response,
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      const message = JSON.parse(line) as Message
      if (message.error !== undefined) throw new UsageError(message.error)
      if (message.progress !== undefined) listeners.onProgress?.(message.progress)
      if (message.chunk !== undefined) await listeners.write?.(Buffer.from(message.chunk, 'base64'))
      if (message.result !== undefined) return message.result
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined || !CONNECTION_ENDED.has(code)) throw error
  }
  throw new UsageError(
    'The server stopped before it had finished; nothing was committed unless it says so in `almanac status`.',
  )
}

function send(dataDir: string, path: string, options: object): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath: socketOf(dataDir), path, method: 'POST' }, resolve)
    call.once('error', reject)
    call.end(JSON.stringify(options))
  })
}
