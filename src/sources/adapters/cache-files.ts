import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

export interface CachedFile {
  /** From the folder on. */
  path: string
  bytes: number
  modifiedMs: number
}

const MAX_DEPTH = 12
const MAX_LISTED = 20_000

/** The plain files of a folder that a module wrote: no links, no devices, nothing too deep. */
export async function listCacheFiles(folder: string): Promise<CachedFile[]> {
  const found: CachedFile[] = []
  let level = ['']
  for (let depth = 0; depth <= MAX_DEPTH && found.length < MAX_LISTED; depth++) {
    const entries = (await Promise.all(level.map((path) => list(folder, path)))).flat()
    const files = entries.filter(({ entry }) => entry.isFile()).slice(0, MAX_LISTED - found.length)
    found.push(...(await Promise.all(files.map(({ path }) => measure(folder, path)))).flat())
    level = entries.filter(({ entry }) => entry.isDirectory()).map(({ path }) => path)
  }
  return found
}

/** A file with two names could still be changed through the other one. */
async function measure(folder: string, path: string): Promise<CachedFile[]> {
  const { size, mtimeMs, nlink } = await lstat(join(folder, path))
  return nlink === 1 ? [{ path, bytes: size, modifiedMs: mtimeMs }] : []
}

async function list(folder: string, path: string): Promise<{ path: string; entry: Dirent }[]> {
  try {
    const entries = await readdir(join(folder, path), { withFileTypes: true })
    return entries.map((entry) => ({ path: join(path, entry.name), entry }))
  } catch {
    return []
  }
}
