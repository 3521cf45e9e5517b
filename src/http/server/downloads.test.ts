import { hash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { prices } from '../../domains/coins/facts.ts'
import type { Manifest } from '../../runs/snapshot/manifest.ts'
import { writeSnapshot } from '../../runs/snapshot/write-snapshot.ts'

const home = mkdtempSync(join(tmpdir(), 'almanac-downloads-'))
const folder = join(home, 'snapshot')
const FILE = '/downloads/1-1/prices.parquet'
let app: TestApp
let port: number
let bytes: Buffer
let tag: string

interface Received {
  status: number
  headers: Record<string, unknown>
  body: Buffer
}

beforeAll(async () => {
  app = await TestApp.start({ ALMANAC_DOWNLOADS_DIR: folder })
  await app.put(prices, [{ coin: 'aggregator:bitcoin', atSec: 1, priceUsd: 1, confidence: null }])
  port = await app.listen()
  expect((await ask('/downloads/manifest.json')).status).toBe(404)
  await writeSnapshot(app.app.store, { folder })
  bytes = readFileSync(join(folder, '1-1/prices.parquet'))
  tag = `"${hash('sha256', bytes)}"`
})
afterAll(async () => {
  await app.stop()
  rmSync(home, { recursive: true, force: true })
})

/** The path goes out as it is: `fetch` would clean it up first. */
function ask(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', path, headers, method }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts),
        }),
      )
    })
    call.on('error', reject)
    call.end()
  })
}

test('default: the manifest and the files that it lists', async () => {
  const { status, headers, body } = await ask('/downloads/manifest.json')
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', ratelimit: expect.any(String) })
  const manifest = JSON.parse(body.toString()) as Manifest
  expect(manifest).toMatchObject({ format: 1, run: 1, parts: [{ fromRun: 1, toRun: 1 }] })
  expect(manifest.parts[0]?.files.map(({ path, rows }) => [path, rows])).toEqual([
    ['1-1/prices.parquet', 1],
    ['1-1/runs.parquet', 1],
  ])
  const file = await ask(FILE)
  expect(file.body.equals(bytes)).toBe(true)
  expect(file).toMatchObject({
    status: 200,
    headers: {
      etag: tag,
      'accept-ranges': 'bytes',
      'content-type': 'application/vnd.apache.parquet',
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
    },
  })
})

test('behavior: ranges, also with If-Range, and 304', async () => {
  const part = await ask(FILE, { range: 'bytes=4-9' })
  expect(part.body.equals(bytes.subarray(4, 10))).toBe(true)
  expect(part).toMatchObject({
    status: 206,
    headers: { 'content-range': `bytes 4-9/${bytes.length}`, 'content-length': '6' },
  })
  const end = await ask(FILE, { range: 'bytes=-4', 'if-range': tag })
  expect([end.status, end.body.toString()]).toEqual([206, 'PAR1'])
  const other = await ask(FILE, { range: 'bytes=-4', 'if-range': '"other"' })
  expect([other.status, other.body.length]).toEqual([200, bytes.length])
  const beyond = await ask(FILE, { range: `bytes=${bytes.length}-` })
  expect(beyond).toMatchObject({
    status: 416,
    headers: { 'content-range': `bytes */${bytes.length}` },
  })
  const known = await ask(FILE, { 'if-none-match': `"x", ${tag}` })
  expect([known.status, known.body.length]).toEqual([304, 0])
})

test('behavior: HEAD tells the size and sends nothing', async () => {
  const { status, headers, body } = await ask(FILE, {}, 'HEAD')
  expect([status, headers['content-length'], body.length]).toEqual([200, String(bytes.length), 0])
  expect((await ask(FILE, { range: 'bytes=0-0' }, 'HEAD')).status).toBe(206)
})

test('error: nothing but what the manifest lists, by no path', async () => {
  mkdirSync(join(folder, 'private'))
  writeFileSync(join(folder, 'private/secret.parquet'), 'secret')
  writeFileSync(join(home, 'outside.parquet'), 'secret')
  for (const path of [
    '/downloads',
    '/downloads/',
    '/downloads/private/secret.parquet',
    '/downloads/../outside.parquet',
    '/downloads/..%2foutside.parquet',
    '/downloads/%2e%2e/outside.parquet',
    '/downloads/1-1/../../outside.parquet',
    '/downloads/1-1',
    '/downloads/1-1/PRICES.parquet',
    `/downloads/${encodeURIComponent(home)}/outside.parquet`,
    '/downloads//etc/passwd',
    '/downloads/1-1/prices.parquet%00',
  ]) {
    const { status, body } = await ask(path)
    expect([status, body.includes('secret')], path).toEqual([404, false])
  }
  expect((await ask(FILE, {}, 'POST')).status).toBe(405)
})

test('error: a link is not followed', async () => {
  const path = join(folder, '1-1/runs.parquet')
  renameSync(path, join(home, 'runs.parquet'))
  symlinkSync(join(home, 'runs.parquet'), path)
  expect((await ask('/downloads/1-1/runs.parquet')).status).toBe(404)
  renameSync(join(folder, '1-1'), join(home, '1-1'))
  symlinkSync(join(home, '1-1'), join(folder, '1-1'))
  expect((await ask(FILE)).status).toBe(404)
})
