import { createHash, randomUUID } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import {
  chmod,
  chown,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { at } from '../../lib/at.ts'
import type { Clock } from '../../lib/clock.ts'
import { KeyedQueue } from '../../lib/keyed-queue.ts'
import { listFolder } from './host-folder.ts'
import type { HostUser } from './host-process.ts'

/** Bounds of what modules of one checkout leave, and how many checkouts have something. */
export const CACHE_LIMITS = {
  bytes: 96 * 1024 * 1024,
  files: 5_000,
  ageMs: 30 * 86_400_000,
  checkouts: 20,
}

/** A block of the chain that the cached files were read from. */
export interface Anchor {
  chain: string
  number: number
  hash: string
}

export interface CheckoutCache {
  /** Copies into a folder what earlier runs left, if it was read from the chains of today. */
  restore(
    checkout: string,
    into: string,
    run: { owner: HostUser | null; isSame: (anchor: Anchor) => Promise<boolean> },
  ): Promise<void>
  /** Takes over what a run left, when its process has ended. */
  save(checkout: string, from: string, anchors: readonly Anchor[]): Promise<void>
}

type Limits = typeof CACHE_LIMITS

/**
 * Files that SDKs write for later runs, such as events. Each checkout has its own, copied in and
 * out, so that no module ever writes outside its temporary folder.
 */
export function createCheckoutCache(
  root: string,
  clock: Clock,
  limits: Limits = CACHE_LIMITS,
): CheckoutCache {
  /** Runs of one checkout follow each other: one would read what the other is replacing. */
  const queue = new KeyedQueue(Number.POSITIVE_INFINITY)
  const placeOf = (checkout: string) =>
    join(root, createHash('sha256').update(checkout).digest('hex').slice(0, 32))
  const alone = (checkout: string, work: (place: string) => Promise<void>): Promise<void> =>
    queue.run(checkout, () => work(placeOf(checkout)))
  return {
    restore: (checkout, into, { owner, isSame }) =>
      alone(checkout, async (place) => {
        const isValid = await areAllSame(await readAnchors(place), isSame)
        if (!isValid) return rm(place, { recursive: true, force: true })
        const oldestMs = clock.nowMs() - limits.ageMs
        for (const file of await listCacheFiles(join(place, 'files')))
          if (file.modifiedMs >= oldestMs)
            await copyFileOf(file, join(place, 'files'), { into, owner })
      }),
    save: (checkout, from, anchors) =>
      alone(checkout, async (place) => {
        const files = chooseFiles(await listCacheFiles(from), clock.nowMs(), limits)
        if (files.length === 0) return
        await replaceFiles(place, from, files)
        await writeAnchors(place, anchors)
        await removeOldest(root, limits.checkouts)
      }),
  }
}

async function areAllSame(
  anchors: readonly Anchor[],
  isSame: (anchor: Anchor) => Promise<boolean>,
): Promise<boolean> {
  for (const anchor of anchors) if (!(await isSame(anchor))) return false
  return true
}

/** The newest first, as far as the limits go. */
function chooseFiles(files: readonly CachedFile[], nowMs: number, limits: Limits): CachedFile[] {
  let bytes = 0
  return files
    .filter(({ modifiedMs }) => modifiedMs >= nowMs - limits.ageMs)
    .sort((a, b) => b.modifiedMs - a.modifiedMs)
    .filter((file, index) => {
      bytes += file.bytes
      return index < limits.files && bytes <= limits.bytes
    })
}

async function copyFileOf(
  { path, modifiedMs }: CachedFile,
  from: string,
  { into, owner }: { into: string; owner: HostUser | null },
): Promise<void> {
  const target = join(into, path)
  const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await copyFile(join(from, path), target, constants.COPYFILE_FICLONE)
  await chmod(target, 0o600)
  // SDKs go by the age of their files.
  await utimes(target, modifiedMs / 1000, modifiedMs / 1000)
  if (owner === null) return
  await chown(target, owner.uid, owner.gid)
  if (made === undefined) return
  for (let folder = dirname(target); folder.startsWith(made); folder = dirname(folder))
    await chown(folder, owner.uid, owner.gid)
}

async function replaceFiles(
  place: string,
  from: string,
  files: readonly CachedFile[],
): Promise<void> {
  const next = join(place, randomUUID())
  for (const file of files) await copyFileOf(file, from, { into: next, owner: null })
  await rm(join(place, 'files'), { recursive: true, force: true })
  await rename(next, join(place, 'files'))
}

async function readAnchors(place: string): Promise<Anchor[]> {
  try {
    return JSON.parse(await readFile(join(place, 'chains.json'), 'utf8')) as Anchor[]
  } catch {
    return []
  }
}

/**
 * Of each chain the highest block, which vouches for all below it, and the lowest, which a run of an
 * earlier timestamp can check too.
 */
async function writeAnchors(place: string, anchors: readonly Anchor[]): Promise<void> {
  const all = [...(await readAnchors(place)), ...anchors].sort((a, b) => a.number - b.number)
  const kept = [...Map.groupBy(all, ({ chain }) => chain).values()].flatMap((own) => {
    const [lowest, highest] = [at(own, 0), at(own, own.length - 1)]
    return lowest.number === highest.number ? [highest] : [lowest, highest]
  })
  await writeFile(join(place, 'chains.json'), JSON.stringify(kept))
}

async function removeOldest(root: string, count: number): Promise<void> {
  const places = await Promise.all(
    (await readdir(root)).map(async (name) => {
      const path = join(root, name)
      return { path, usedMs: (await stat(path)).mtimeMs }
    }),
  )
  const old = places.sort((a, b) => b.usedMs - a.usedMs).slice(count)
  for (const { path } of old) await rm(path, { recursive: true, force: true })
}

interface CachedFile {
  /** From the folder on. */
  path: string
  bytes: number
  modifiedMs: number
}

const MAX_DEPTH = 12
const MAX_LISTED = 20_000

/** The plain files of a folder that a module wrote: no links, no devices, nothing too deep. */
async function listCacheFiles(folder: string): Promise<CachedFile[]> {
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
  const entries = await listFolder(join(folder, path))
  return entries.map((entry) => ({ path: join(path, entry.name), entry }))
}
