import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UsageError } from '../../lib/errors.ts'
import { hashFile } from '../snapshot/files.ts'
import { isObjectAddress, ObjectStore, type ObjectStoreSettings } from './object-store.ts'

/** The files of a backup, wherever they lie; paths are relative to it. */
export interface BackupFiles {
  /** As people call it. */
  readonly name: string
  /** Undefined where there is none. */
  readText(path: string): Promise<string | undefined>
  /** Reads every byte; undefined where there is none. */
  hash(path: string): Promise<{ bytes: number; sha256: string } | undefined>
  /** Where a file lies on this machine, once it is there; files of one folder at a time. */
  bring(path: string): Promise<string>
  /** Removes what was brought. */
  close(): Promise<void>
}

/** What the command line was given, a folder or the address of objects. */
export function openBackupFiles(
  address: string,
  { objects, workDir }: { objects: ObjectStoreSettings; workDir: string },
): BackupFiles {
  return isObjectAddress(address)
    ? objectFiles(new ObjectStore(address, objects), workDir)
    : folderFiles(resolve(address))
}

export function folderFiles(folder: string): BackupFiles {
  return {
    name: folder,
    readText: (path) => readFile(join(folder, path), 'utf8').catch(() => undefined),
    hash: (path) => hashFile(join(folder, path)).catch(() => undefined),
    bring: async (path) => join(folder, path),
    close: async () => undefined,
  }
}

function objectFiles(store: ObjectStore, workDir: string): BackupFiles {
  let brought: string | undefined
  const close = () => rm(workDir, { recursive: true, force: true })
  return {
    name: store.name,
    readText: (path) => store.readText(path),
    hash: async (path) => {
      const stream = await store.open(path)
      return stream === undefined ? undefined : hashStream(stream)
    },
    bring: async (path) => {
      // A restore needs the files of one part, and the room for one.
      if (dirname(path) !== brought) await close()
      brought = dirname(path)
      await download(store, path, join(workDir, path))
      return join(workDir, path)
    },
    close,
  }
}

async function download(store: ObjectStore, path: string, file: string): Promise<void> {
  const stream = await store.open(path)
  if (stream === undefined) throw new UsageError(`${store.name}: ${path} is missing.`)
  await mkdir(dirname(file), { recursive: true })
  await pipeline(stream, createWriteStream(file, { mode: 0o600 }))
}

async function hashStream(stream: Readable): Promise<{ bytes: number; sha256: string }> {
  const sha256 = createHash('sha256')
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    sha256.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: sha256.digest('hex') }
}
