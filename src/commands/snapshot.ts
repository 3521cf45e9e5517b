import { resolve } from 'node:path'
import { UsageError } from '../lib/errors.ts'
import { defineCommand } from './define-command.ts'
import { formatCount } from './progress.ts'

export const snapshot = defineCommand({
  name: 'snapshot',
  usage: ['<folder>'],
  describe: 'all facts and runs as Parquet; run again, what was added since',
  examples: ['snapshot /backups/almanac-snapshot'],
  needs: 'store',
  run: async ({ args: [folder] }, { operations, print }) => {
    if (/^[a-z0-9]+:\/\//i.test(folder))
      throw new UsageError(
        `${folder}: snapshots are written to folders. Write one and copy it there; its files never change once the manifest lists them.`,
      )
    const path = resolve(folder)
    const { run, runs, rows, bytes } = await operations.writeSnapshot({ folder: path })
    print(
      runs === 0
        ? `${path} is up to date: run ${run}.`
        : `${path} is at run ${run}: ${formatCount(runs)} runs, ${formatCount(rows)} rows and ${formatCount(bytes)} bytes were added.`,
    )
  },
})
