import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pythonWithObjects } from './openapi-tools.ts'

export const BUCKET = 'backups'

export interface ObjectStoreServer {
  url: string
  keyId: string
  secret: string
  stop(): Promise<void>
}

/** An object store that checks signatures, with one empty bucket and one key. */
export async function startObjectStore(): Promise<ObjectStoreServer> {
  const script = join(import.meta.dirname, 'object-store-server.py')
  const child = spawn(pythonWithObjects(), [script, BUCKET], { stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = once(child, 'exit')
  const said = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>
  const [line] = await Promise.race([said, ended])
  if (typeof line !== 'string') throw new Error(`the object store ended with ${line}`)
  return {
    ...(JSON.parse(line) as Pick<ObjectStoreServer, 'url' | 'keyId' | 'secret'>),
    stop: async () => {
      child.stdin.end()
      await ended
    },
  }
}
