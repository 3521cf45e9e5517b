import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { UsageError } from '../../lib/errors.ts'
import type { ReadBytes } from '../snapshot/check-file.ts'
import { findPlainFile, readBytes, readFileBytes, readPlainText } from '../snapshot/files.ts'
import { isObjectUrl, ObjectStore, type ObjectStoreSettings } from './object-store.ts'

/** The files of a backup, wherever they lie; paths are relative to it. */
export interface BackupFiles {
  /** As people call it. */
  readonly name: string
  /** Undefined where there is none; more than `maxBytes` are refused. */
  readText(path: string, maxBytes: number): Promise<string | undefined>
  /** Reads every byte, up to the first beyond `maxBytes`; undefined where there is none. */
  read(path: string, maxBytes: number): Promise<ReadBytes | undefined>
  /** Where a file is on this machine, once it is there; files of one folder at a time. */
  bring(path: string, maxBytes: number): Promise<string>
  /** Removes what was brought. */
  close(): Promise<void>
}

/** What the command line was given, a folder or the URL of objects. */
export function openBackupFiles(
  place: string,
  { objects, workDir }: { objects: ObjectStoreSettings; workDir: string },
): BackupFiles {
  return isObjectUrl(place)
    ? objectFiles(new ObjectStore(place, objects), workDir)
    : folderFiles(resolve(place))
}

export function folderFiles(folder: string): BackupFiles {
  return {
    name: folder,
    readText: (path, maxBytes) => readPlainText(folder, path, maxBytes),
    read: async (path, maxBytes) => {
      const file = await findPlainFile(folder, path)
      return file === undefined ? undefined : readFileBytes(file, maxBytes).catch(() => undefined)
    },
    bring: async (path) => (await findPlainFile(folder, path)) ?? join(folder, path),
    close: async () => undefined,
  }
}

function objectFiles(store: ObjectStore, workDir: string): BackupFiles {
  let brought: string | undefined
  const close = () => rm(workDir, { recursive: true, force: true })
  return {
    name: store.name,
    readText: async (path, maxBytes) => {
      const stream = await store.open(path)
      if (stream === undefined) return undefined
      const chunks = await Array.fromAsync(limit(stream, maxBytes, `${store.name}: ${path}`))
      return Buffer.concat(chunks).toString()
    },
    read: async (path, maxBytes) => {
      const stream = await store.open(path)
      return stream === undefined ? undefined : readBytes(stream, maxBytes)
    },
    bring: async (path, maxBytes) => {
      // A restore needs the files of one part, and the room for one.
      if (dirname(path) !== brought) await close()
      brought = dirname(path)
      await download(store, { path, maxBytes }, join(workDir, path))
      return join(workDir, path)
    },
    close,
  }
}

async function download(
  store: ObjectStore,
  { path, maxBytes }: { path: string; maxBytes: number },
  file: string,
): Promise<void> {
  const stream = await store.open(path)
  if (stream === undefined) throw new UsageError(`${store.name}: ${path} is missing.`)
  await mkdir(dirname(file), { recursive: true })
  const bytes = limit(stream, maxBytes, `${store.name}: ${path}`)
  await pipeline(bytes, createWriteStream(file, { mode: 0o600 }))
}

/** An object may be longer than anything that lists it says. */
async function* limit(chunks: AsyncIterable<Uint8Array>, maxBytes: number, name: string) {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new UsageError(`${name} has more than ${maxBytes} bytes.`)
    yield chunk
  }
}
