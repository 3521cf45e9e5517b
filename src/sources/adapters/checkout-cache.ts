import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import {
  chmod,
  chown,
  copyFile,
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
import { type CachedFile, listCacheFiles } from './cache-files.ts'
import type { HostUser } from './host-user.ts'

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
  const turns = new Map<string, Promise<void>>()
  const placeOf = (checkout: string) =>
    join(root, createHash('sha256').update(checkout).digest('hex').slice(0, 32))
  /** Runs of one checkout take turns: one would read what the other is replacing. */
  const alone = (checkout: string, work: (place: string) => Promise<void>): Promise<void> => {
    const turn = (turns.get(checkout) ?? Promise.resolve()).then(() => work(placeOf(checkout)))
    turns.set(
      checkout,
      turn.catch(() => undefined),
    )
    return turn
  }
  return {
    restore: (checkout, into, { owner, isSame }) =>
      alone(checkout, async (place) => {
        const isValid = await areAllSame(await readAnchors(place), isSame)
        if (!isValid) return rm(place, { recursive: true, force: true })
        const oldestMs = clock.nowMs() - limits.ageMs
        for (const file of await listCacheFiles(join(place, 'files')))
          if (file.modifiedMs >= oldestMs) await copyIn(file, join(place, 'files'), into, owner)
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

async function copyIn(
  { path, modifiedMs }: CachedFile,
  from: string,
  into: string,
  owner: HostUser | null,
): Promise<void> {
  const target = join(into, path)
  const made = await mkdir(dirname(target), { recursive: true })
  await copyFile(join(from, path), target, constants.COPYFILE_FICLONE)
  // SDKs go by the age of their files.
  await utimes(target, modifiedMs / 1000, modifiedMs / 1000)
  if (owner === null) return
  await chmod(target, 0o600)
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
  for (const { path, modifiedMs } of files) {
    const target = join(next, path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await copyFile(join(from, path), target, constants.COPYFILE_FICLONE)
    await chmod(target, 0o600)
    await utimes(target, modifiedMs / 1000, modifiedMs / 1000)
  }
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
 * earlier moment can check too.
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
