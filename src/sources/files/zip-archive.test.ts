import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UsageError } from '../../lib/errors.ts'
import { openZip, type ZipArchive } from './zip-archive.ts'
import { makeZip } from './zip-for-tests.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-zip-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function openBytes(bytes: Buffer): Promise<ZipArchive> {
  const path = join(folder, 'archive.zip')
  await writeFile(path, bytes)
  return openZip(path)
}

const FILES = { 'a.json': '{"a":1}', 'folder/é.json': 'x'.repeat(10_000), 'empty.json': '' }

test.each([
  ['default: deflated', {}],
  ['behavior: stored', { stored: true }],
  ['behavior: sizes in 64 bits', { wide: true }],
])('%s files come back as they went in', async (_, form) => {
  const archive = await openBytes(makeZip(FILES, form))
  const read = await Promise.all(
    archive.entries.map(async (entry) => [
      entry.name,
      entry.bytes,
      (await entry.read()).toString(),
    ]),
  )
  archive.close()
  expect(read).toEqual(Object.entries(FILES).map(([name, text]) => [name, text.length, text]))
})

test('behavior: folders are passed over; a comment at the end does no harm', async () => {
  const zip = makeZip({ 'folder/': '', 'folder/a.json': '1' })
  zip.writeUInt16LE(5, zip.length - 2)
  const archive = await openBytes(Buffer.concat([zip, Buffer.from('hello')]))
  archive.close()
  expect(archive.entries.map(({ name }) => name)).toEqual(['folder/a.json'])
})

test('error: a file that is damaged says so', async () => {
  const zip = makeZip({ 'a.json': 'x'.repeat(1_000) }, { stored: true })
  zip[100] = 0
  const archive = await openBytes(zip)
  await expect(archive.entries[0]?.read()).rejects.toThrow('a.json is damaged in the archive')
  archive.close()
})

test('error: a file whose compressed bytes are damaged, or that is too large, says so', async () => {
  const zip = makeZip({ 'a.json': 'x'.repeat(100_000) })
  zip.fill(0xff, 36, 60)
  const archive = await openBytes(zip)
  await expect(archive.entries[0]?.read()).rejects.toThrow('a.json is damaged in the archive')
  archive.close()
  // The size in the directory entry, which begins 46 + 6 bytes before the end record.
  zip.writeUInt32LE((1 << 30) + 1, zip.length - 22 - 52 + 24)
  const large = await openBytes(zip)
  await expect(large.entries[0]?.read()).rejects.toThrow('a.json is larger than a gigabyte')
  large.close()
})

test('error: a file that unpacks to more than the directory promises is not unpacked', async () => {
  const zip = makeZip({ 'a.json': 'x'.repeat(100_000) })
  // The size in the directory entry, which begins 46 + 6 bytes before the end record.
  zip.writeUInt32LE(10, zip.length - 22 - 52 + 24)
  const archive = await openBytes(zip)
  await expect(archive.entries[0]?.read()).rejects.toThrow('a.json is damaged in the archive')
  archive.close()
})

test.each([
  ['is no archive', Buffer.from('{"a":1}'), 'Either not a zip file, or file is truncated'],
  ['is empty', Buffer.alloc(0), 'Either not a zip file, or file is truncated'],
  ['is cut off', makeZip(FILES).subarray(0, -30), 'Either not a zip file, or file is truncated'],
  ['is encrypted', makeZip({ 'a.json': '1' }, { encrypted: true }), 'a.json is encrypted'],
  ['has a name outside its folder', makeZip({ '../a.json': '1' }), 'invalid relative path: ../a'],
])('error: a file that %s', async (_, bytes, message) => {
  await expect(openBytes(bytes)).rejects.toThrow(UsageError)
  await expect(openBytes(bytes)).rejects.toThrow(/archive\.zip is not a valid zip archive: /)
  await expect(openBytes(bytes)).rejects.toThrow(message)
})

test('error: a directory that points outside the file', async () => {
  const zip = makeZip(FILES)
  zip.writeUInt32LE(zip.length, zip.length - 22 + 16)
  await expect(openBytes(zip)).rejects.toThrow('is not a valid zip archive: unexpected EOF')
})
