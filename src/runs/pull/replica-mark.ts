import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../snapshot/files.ts'

const NAME = 'replica.json'

/** Marks a data directory as that of a replica, in which nothing is made that the origin lacks. */
export async function markReplica(dataDir: string, origin: string): Promise<void> {
  if (!isReplica(dataDir)) await replaceFile(join(dataDir, NAME), `${JSON.stringify({ origin })}\n`)
}

export function isReplica(dataDir: string): boolean {
  return existsSync(join(dataDir, NAME))
}
