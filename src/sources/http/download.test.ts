import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ReplayServer } from '../../../test/support/replay-server.ts'
import { download } from './download.ts'
import { RateLimitedClient } from './rate-limited-client.ts'

const CONTENT = 'abcdefghijklmnopqrstuvwxyz'
let server: ReplayServer
let folder: string

beforeEach(async () => {
  server = await ReplayServer.start()
  folder = await mkdtemp(join(tmpdir(), 'almanac-download-'))
  server.put('/file', CONTENT)
})

afterEach(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

/** Parts of ten bytes; it gives up at the first failure. */
function start(
  onProgress?: (doneBytes: number, totalBytes: number) => void,
  maxBytes?: number,
): Promise<void> {
  let nowMs = 0
  const client = new RateLimitedClient(
    {
      fetch,
      clock: { nowMs: () => nowMs },
      sleep: async (ms) => {
        nowMs += ms
      },
      random: () => 0,
      userAgent: 'test',
    },
    { maxTries: 1 },
  )
  return download(client, {
    url: `${server.url}/file`,
    path: join(folder, 'file'),
    partBytes: 10,
    onProgress,
    ...(maxBytes === undefined ? {} : { maxBytes }),
  })
}

const ranges = () => server.requests.splice(0).map(({ headers }) => headers.range)
const content = () => readFile(join(folder, 'file'), 'utf8')

test('error: a file that is longer than it may be is not fetched', async () => {
  await expect(start(undefined, 20)).rejects.toThrow('/file has more than 20 bytes')
  expect(await readdir(folder)).toEqual([])
})

test('default: a file in parts, with progress', async () => {
  const progress: number[][] = []
  await start((done, total) => progress.push([done, total]))
  expect(await content()).toBe(CONTENT)
  expect(progress).toEqual([
    [10, 26],
    [20, 26],
    [26, 26],
  ])
  expect(await readdir(folder)).toEqual(['file', 'file.state'])
})

test('behavior: cut off, it goes on with the part that is missing', async () => {
  const stop = () => {
    throw new Error('killed')
  }
  await expect(start(stop)).rejects.toThrow('killed')
  expect(ranges()).toEqual(['bytes=0-9'])
  server.fail('/file', { truncateAt: 4 })
  await expect(start()).rejects.toThrow('broke off')
  ranges()
  await start()
  expect(ranges()).toEqual(['bytes=10-19', 'bytes=20-29'])
  expect(await content()).toBe(CONTENT)
})

test('behavior: bytes after the last state and a state that was cut off do no harm', async () => {
  await expect(
    start(() => {
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  await writeFile(join(folder, 'file.part'), `${CONTENT.slice(0, 10)}XXXXXXXXXXXXXXXXXXXXXXXXXXX`)
  await writeFile(join(folder, 'file.state'), '{"url":"')
  await start()
  expect(await content()).toBe(CONTENT)
})

test('behavior: a file that changed meanwhile begins anew', async () => {
  await expect(
    start(() => {
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  server.put('/file', CONTENT.toUpperCase())
  await start()
  expect(await content()).toBe(CONTENT.toUpperCase())
})

test('behavior: a server without ranges sends the whole file', async () => {
  server.fail('/file', { status: 200, body: CONTENT })
  await start()
  expect(await content()).toBe(CONTENT)
})

test('behavior: a whole file is fetched again only if the server has another', async () => {
  await start()
  ranges()
  await start()
  expect(ranges()).toEqual(['bytes=0-0'])
  server.put('/file', 'new')
  await start()
  expect(await content()).toBe('new')
})
