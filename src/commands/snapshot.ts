import { resolve } from 'node:path'
import { UsageError } from '../lib/errors.ts'
import type { SnapshotRequest, SnapshotSummary } from '../runs/snapshot/write-snapshot.ts'
import { formatCount } from './progress.ts'

export const SNAPSHOT_USAGE = 'usage: almanac snapshot <folder>'

export interface SnapshotCommand {
  writeSnapshot(request: SnapshotRequest): Promise<SnapshotSummary>
  print: (line: string) => void
}

/** `almanac snapshot`: all facts and runs as Parquet, or what came since the last call. */
export async function runSnapshot(args: string[], command: SnapshotCommand): Promise<void> {
  const [folder, ...rest] = args
  if (folder === '--help' || folder === '-h') return command.print(SNAPSHOT_USAGE)
  if (folder === undefined || rest.length > 0 || folder.startsWith('-'))
    throw new UsageError(SNAPSHOT_USAGE)
  if (/^[a-z0-9]+:\/\//i.test(folder))
    throw new UsageError(
      `${folder}: snapshots are written to folders. Write one and copy it there; its files never change once the manifest lists them.`,
    )
  const path = resolve(folder)
  const { run, runs, rows, bytes } = await command.writeSnapshot({ folder: path })
  command.print(
    runs === 0
      ? `${path} is up to date: run ${run}.`
      : `${path} is at run ${run}: ${formatCount(runs)} runs, ${formatCount(rows)} rows and ${formatCount(bytes)} bytes were added.`,
  )
}
