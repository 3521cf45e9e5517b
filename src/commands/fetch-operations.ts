import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { UsageError } from '../lib/errors.ts'
import { checkSource } from '../live/run/fetched-source.ts'
import type { Live } from '../live.ts'
import { type KnownFetch, openClient } from '../live-fetches.ts'
import type { ImportOptions } from '../runs/import/import-files.ts'
import type { ImportSummary } from '../runs/import/import-summary.ts'
import type { Progress } from '../runs/progress.ts'
import { download } from '../sources/http/download.ts'
import type { SourceCheck } from '../sources/model/fetch-source.ts'

export interface FillRequest {
  source: string
  dataDir: string
  onProgress?: ((progress: Progress) => void) | undefined
}

/** The first fill of a source: its archives are downloaded, imported as one run, and removed. */
export function fetchOperations(
  live: Live,
  importFiles: (options: ImportOptions) => Promise<ImportSummary>,
) {
  return {
    /** Compares reference data with what a source says now. */
    checkSource: async ({ source: name }: { source: string }): Promise<SourceCheck> => {
      const { source, settings } = getFetch(live, name, 'check')
      const client = openClient(source, settings, live.context.stopping)
      const { store, clock } = live.context
      return checkSource(source, { store, clock, client, settings })
    },
    fillSource: async ({ source: name, dataDir, onProgress }: FillRequest) => {
      const { source, settings } = getFetch(live, name, 'archives')
      const folder = join(dataDir, 'downloads', name)
      const client = openClient(source, settings, live.context.stopping)
      const files: string[] = []
      for (const url of source.archives?.(settings) ?? []) {
        const path = join(folder, basename(new URL(url).pathname))
        await download(client, {
          url,
          path,
          onProgress: (doneBytes, totalBytes) =>
            onProgress?.({ phase: `fetching ${basename(path)}`, doneBytes, totalBytes, rows: 0 }),
        })
        files.push(path)
      }
      const rejectsDir = join(dataDir, 'rejects')
      const summary = await importFiles({ fact: name, files, rejectsDir, onProgress })
      await rm(folder, { recursive: true, force: true })
      return summary
    },
  }
}

const WANTED = {
  archives: 'has archives for a first fill',
  check: 'can be compared with reference data',
} as const

/** A source that has what is wanted and lacks no setting. */
function getFetch({ fetches }: Live, name: string, wanted: keyof typeof WANTED): KnownFetch {
  const able = fetches.filter(({ source }) => source[wanted] !== undefined)
  const found = able.find(({ source }) => source.name === name)
  if (found === undefined) {
    const names = able.map(({ source }) => source.name)
    throw new UsageError(
      `No source called "${name}" ${WANTED[wanted]}. There are: ${names.join(', ')}.`,
    )
  }
  if (found.problem !== null) throw new UsageError(found.problem)
  return found
}
