import type { Family } from './context.ts'
import { defineCommand } from './define-command.ts'
import { formatCount } from './progress.ts'

const remove = defineCommand({
  name: 'demo remove',
  describe: 'takes the demo world out of the store',
  needs: 'store',
  run: async (_, { operations, print }) => {
    const { run, runs, rows } = await operations.removeDemo()
    print(
      `The demo world was removed by run ${run}: ${formatCount(runs)} runs with ${formatCount(rows)} rows. Set ALMANAC_DEMO=off, so that an empty store stays empty.`,
    )
  },
})

export const demo: Family = { name: 'demo', describe: remove.describe, commands: [remove] }
