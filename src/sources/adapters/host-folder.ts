import type { Dirent } from 'node:fs'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  realpath,
  rm,
  stat,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The temporary folder of one adapter process. */
export async function makeHostFolder(owner: { uid: number; gid: number } | null): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'almanac-adapter-'))
  await mkdir(cacheFolderOf(folder))
  if (owner !== null)
    for (const one of [folder, cacheFolderOf(folder)]) await chown(one, owner.uid, owner.gid)
  return folder
}

/** Where SDKs put files that later runs may use again. */
export function cacheFolderOf(folder: string): string {
  return join(folder, 'cache')
}

/** Removes it, also where a module took away its own permissions. */
export async function removeHostFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true })
  } catch {
    await openFolders(folder)
    await rm(folder, { recursive: true, force: true })
  }
}

async function openFolders(folder: string): Promise<void> {
  await chmod(folder, 0o700)
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await openFolders(join(folder, entry.name))
}

export interface DiskUse {
  bytes: number
  files: number
}

/** A folder's files, and deleted ones that are still open. Counting ends at the limit. */
export async function measureDisk(
  folder: string,
  pid: number | undefined,
  limit: DiskUse,
): Promise<DiskUse> {
  const use = { bytes: await sumDeleted(pid), files: 0 }
  const folders = [folder]
  for (let one = folders.pop(); one !== undefined; one = folders.pop()) {
    for (const entry of await listFolder(one)) {
      use.files++
      const path = join(one, entry.name)
      if (entry.isDirectory()) folders.push(path)
      use.bytes += await sizeOf(path, lstat)
      if (use.bytes > limit.bytes || use.files > limit.files) return use
    }
  }
  return use
}

async function sumDeleted(pid: number | undefined): Promise<number> {
  const descriptors = `/proc/${pid}/fd`
  let bytes = 0
  for (const { name } of await listFolder(descriptors)) {
    const path = join(descriptors, name)
    const target = await readlink(path).catch(() => '')
    if (target.endsWith(' (deleted)')) bytes += await sizeOf(path, stat)
  }
  return bytes
}

/** Folders and files may be gone by the time they are looked at. */
export async function listFolder(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

async function sizeOf(path: string, look: typeof stat | typeof lstat): Promise<number> {
  try {
    const { blocks } = await look(path)
    return blocks * 512
  } catch {
    return 0
  }
}
