import { join } from 'node:path'
import { UsageError } from '../../lib/errors.ts'
import { download } from '../../sources/http/download.ts'
import { HttpFault } from '../../sources/http/http-fault.ts'
import type { RateLimitedClient } from '../../sources/http/rate-limited-client.ts'
import { folderFiles } from '../backup/backup-files.ts'
import {
  type DeclaredFacts,
  MANIFEST_NAME,
  MAX_MANIFEST_BYTES,
  type Manifest,
  parseManifest,
  type SnapshotFile,
} from '../snapshot/manifest.ts'
import { type ChangesPage, createPageReader } from './changes-page.ts'

const PAGE_ROWS = 20_000

/** Where a replica gets its runs from. */
export interface PullOrigin {
  readonly name: string
  /** Undefined where there is no snapshot. */
  readManifest(): Promise<Manifest | undefined>
  /** Where the file is on this machine, once it is there. */
  bring(file: SnapshotFile): Promise<string>
  /** Undefined for a folder, which has nothing but its snapshot. */
  readonly readChanges: ((cursor: string) => Promise<ChangesPage>) | undefined
}

/** A folder that `almanac snapshot` has written. */
export function openFolder(folder: string, facts: DeclaredFacts): PullOrigin {
  const files = folderFiles(folder)
  return {
    name: folder,
    readManifest: async () => {
      const text = await files.readText(MANIFEST_NAME, MAX_MANIFEST_BYTES)
      if (text === undefined) throw new UsageError(`${folder} has no ${MANIFEST_NAME}.`)
      return parseManifest(text, join(folder, MANIFEST_NAME), facts)
    },
    bring: ({ path, bytes }) => files.bring(path, bytes),
    readChanges: undefined,
  }
}

/** Another service; with a key its changes are read on the pro root. */
export function openService(
  client: RateLimitedClient,
  facts: DeclaredFacts,
  { url: given, key, workDir }: { url: string; key: string | undefined; workDir: string },
): PullOrigin {
  const base = given.replace(/\/+$/, '')
  const changes = `${base}${key === undefined ? '' : '/api'}/meta/changes`
  const headers = key === undefined ? {} : { 'x-api-key': key }
  const readPage = createPageReader(facts)
  const urlOf = (path: string) => `${base}/downloads/${path}`
  return {
    name: base,
    readManifest: async () => {
      const url = urlOf(MANIFEST_NAME)
      const response = await client.get({ url, maxBytes: MAX_MANIFEST_BYTES }).catch(missing)
      if (response?.kind !== 'body') return undefined
      return parseManifest(response.body.toString(), url, facts)
    },
    bring: async ({ path: name, bytes }) => {
      const path = join(workDir, name)
      await download(client, { url: urlOf(name), path, maxBytes: bytes })
      return path
    },
    readChanges: async (cursor) => {
      const url = `${changes}?since=${encodeURIComponent(cursor)}&limit=${PAGE_ROWS}`
      const response = await client.get({ url, headers }).catch((error: unknown) => {
        throw explain(error, base)
      })
      if (response.kind !== 'body') throw new UsageError(`${base} sent no content.`)
      return readPage(response.body, changes)
    },
  }
}

function missing(error: unknown): undefined {
  if (error instanceof HttpFault && error.kind === 'missing') return undefined
  throw error
}

function explain(error: unknown, base: string): unknown {
  if (!(error instanceof HttpFault)) return error
  if (error.status === 400)
    return new UsageError(
      `This store has runs that ${base} does not have, or runs there were repaired. Pull into an empty data directory.`,
    )
  if (error.kind === 'missing')
    return new UsageError(`${base} has no /meta/changes: it is not an Almanac of this version.`)
  return error
}
