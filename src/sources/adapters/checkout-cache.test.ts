import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Anchor, CACHE_LIMITS, createCheckoutCache } from './checkout-cache.ts'

const NOW_MS = 1_700_000_000_000
const DAY_MS = 86_400_000
const clock = { nowMs: () => NOW_MS }
const ANCHOR: Anchor = { chain: 'ethereum', number: 100, hash: '0xa' }
const ANY = { owner: null, isSame: async () => true }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-cache-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** What a module left in its temporary folder. */
async function left(files: Record<string, string>, atMs = NOW_MS): Promise<string> {
  const from = await mkdtemp(join(folder, 'run-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(from, path)), { recursive: true })
    await writeFile(join(from, path), text)
    await utimes(join(from, path), atMs / 1000, atMs / 1000)
  }
  return from
}

async function readAll(at: string): Promise<Record<string, string>> {
  const names = (await readdir(at, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
  const paths = names.map(({ parentPath, name }) => join(parentPath, name).slice(at.length + 1))
  return Object.fromEntries(
    await Promise.all(
      paths.sort().map(async (path) => [path, await readFile(join(at, path), 'utf8')]),
    ),
  )
}

const open = (limits = CACHE_LIMITS) => createCheckoutCache(join(folder, 'cache'), clock, limits)

async function restored(
  cache: ReturnType<typeof open>,
  checkout = '/a',
  run: Parameters<typeof cache.restore>[2] = ANY,
): Promise<Record<string, string>> {
  const into = await left({})
  await cache.restore(checkout, into, run)
  return readAll(into)
}

test('default: what a run left is there for the next one of the same checkout, with its age', async () => {
  const cache = open()
  await cache.save('/a', await left({ 'v1/logs.json': 'x', 'top.json': 'y' }, NOW_MS - DAY_MS), [
    ANCHOR,
  ])
  expect(await restored(open())).toEqual({ 'top.json': 'y', 'v1/logs.json': 'x' })
  const into = await left({})
  await cache.restore('/a', into, ANY)
  expect((await stat(join(into, 'v1/logs.json'))).mtimeMs).toBe(NOW_MS - DAY_MS)
})

test('behavior: no other checkout is given it, whatever its name', async () => {
  const cache = open()
  await cache.save('/a', await left({ 'logs.json': 'x' }), [])
  for (const other of ['/b', '/a/', '/a/../a', '/A', '/'])
    expect(await restored(cache, other)).toEqual({})
})

test('behavior: links of a module are not taken over, so nothing else is read through them', async () => {
  const from = await left({ 'own.json': 'x' })
  await writeFile(join(folder, 'secret'), 'secret')
  await symlink(join(folder, 'secret'), join(from, 'link.json'))
  await symlink(folder, join(from, 'folder'))
  const cache = open()
  await cache.save('/a', from, [])
  expect(await restored(cache)).toEqual({ 'own.json': 'x' })
})

test('behavior: beyond the limits the oldest files go; those of more than 30 days are not used', async () => {
  const cache = open({ ...CACHE_LIMITS, bytes: 10, files: 3 })
  const from = await left({ 'old.json': 'aaaa' }, NOW_MS - 2 * DAY_MS)
  for (const [name, age] of [
    ['b.json', 1],
    ['c.json', 0],
  ] as const) {
    await writeFile(join(from, name), 'bbbb')
    const atSec = (NOW_MS - age * DAY_MS) / 1000
    await utimes(join(from, name), atSec, atSec)
  }
  await cache.save('/a', from, [])
  // 4 + 4 bytes of the newest two fit into 10; a third does not.
  expect(Object.keys(await restored(cache))).toEqual(['b.json', 'c.json'])
  await cache.save('/b', await left({ 'too-old.json': 'x' }, NOW_MS - 31 * DAY_MS), [])
  expect(await restored(cache, '/b')).toEqual({})
})

test('behavior: files of a chain whose blocks were replaced are dropped', async () => {
  const cache = open()
  const low = { ...ANCHOR, number: 90, hash: '0x9' }
  const middle = { ...ANCHOR, number: 95, hash: '0x5' }
  for (const anchor of [ANCHOR, low, middle])
    await cache.save('/a', await left({ 'logs.json': 'x' }), [anchor])
  const asked: Anchor[] = []
  const isSame = async (anchor: Anchor) => {
    asked.push(anchor)
    return anchor.number !== 100
  }
  expect(await restored(cache, '/a', { owner: null, isSame })).toEqual({})
  // The highest block that was read vouches for all below it; the lowest helps earlier timestamps.
  expect(asked).toEqual([low, ANCHOR])
  expect(await restored(cache)).toEqual({})
})

test('behavior: of many checkouts those used last stay', async () => {
  const cache = open({ ...CACHE_LIMITS, checkouts: 2 })
  for (const checkout of ['/a', '/b', '/c'])
    await cache.save(checkout, await left({ 'x.json': checkout }), [])
  expect(await readdir(join(folder, 'cache'))).toHaveLength(2)
  expect(await restored(cache, '/c')).toEqual({ 'x.json': '/c' })
})
