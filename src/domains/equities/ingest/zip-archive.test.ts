import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZipArchive } from './zip-archive.ts'
import { makeZip } from './zip-for-tests.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-zip-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function openZip(bytes: Buffer): Promise<ZipArchive> {
  const path = join(folder, 'archive.zip')
  await writeFile(path, bytes)
  return ZipArchive.open(path)
}

const FILES = { 'a.json': '{"a":1}', 'folder/é.json': 'x'.repeat(10_000), 'empty.json': '' }

test.each([
  ['default: deflated', {}],
  ['behavior: stored', { stored: true }],
  ['behavior: sizes in 64 bits', { wide: true }],
])('%s files come back as they went in', async (_, form) => {
  const archive = await openZip(makeZip(FILES, form))
  const read = await Promise.all(
    archive.entries.map(async (entry) => [
      entry.name,
      entry.bytes,
      (await entry.read()).toString(),
    ]),
  )
  await archive.close()
  expect(read).toEqual(Object.entries(FILES).map(([name, text]) => [name, text.length, text]))
})

test('behavior: folders are passed over; a comment at the end does no harm', async () => {
  const zip = makeZip({ 'folder/': '', 'folder/a.json': '1' })
  zip.writeUInt16LE(5, zip.length - 2)
  const archive = await openZip(Buffer.concat([zip, Buffer.from('hello')]))
  await archive.close()
  expect(archive.entries.map(({ name }) => name)).toEqual(['folder/a.json'])
})

test('error: a file that is damaged says so', async () => {
  const zip = makeZip({ 'a.json': 'x'.repeat(1_000) }, { stored: true })
  zip[100] = 0
  const archive = await openZip(zip)
  await expect(archive.entries[0]?.read()).rejects.toThrow('a.json is damaged in the archive')
  await archive.close()
})

test('error: a file that unpacks to more than the directory promises is not unpacked', async () => {
  const zip = makeZip({ 'a.json': 'x'.repeat(100_000) })
  // The size in the directory entry, which begins 46 + 6 bytes before the end record.
  zip.writeUInt32LE(10, zip.length - 22 - 52 + 24)
  const archive = await openZip(zip)
  await expect(archive.entries[0]?.read()).rejects.toThrow('a.json is damaged in the archive')
  await archive.close()
})

test.each([
  ['is no archive', Buffer.from('{"a":1}'), 'is not a zip archive, or is cut off'],
  ['is empty', Buffer.alloc(0), 'is not a zip archive, or is cut off'],
  ['is cut off', makeZip(FILES).subarray(0, -30), 'is not a zip archive, or is cut off'],
  ['is encrypted', makeZip({ 'a.json': '1' }, { encrypted: true }), 'is encrypted'],
])('error: a file that %s', async (_, bytes, message) => {
  await expect(openZip(bytes)).rejects.toThrow(message)
})

test('error: a directory that points outside the file', async () => {
  const zip = makeZip(FILES)
  zip.writeUInt32LE(zip.length, zip.length - 22 + 16)
  await expect(openZip(zip)).rejects.toThrow('its directory lies outside the file')
})
