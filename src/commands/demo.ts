import { UsageError } from '../lib/errors.ts'
import { formatCount } from './progress.ts'
import type { RunOperations } from './runs.ts'

export const DEMO_USAGE =
  'almanac demo remove                     takes the demo world out of the store'

/** `almanac demo remove`: the demo world leaves the store. */
export async function runDemo(
  args: string[],
  operations: Pick<RunOperations, 'removeDemo'>,
  print: (line: string) => void,
): Promise<void> {
  if (args.length !== 1 || args[0] !== 'remove') throw new UsageError(`usage: ${DEMO_USAGE}`)
  const { run, runs, rows } = await operations.removeDemo()
  print(
    `The demo world was removed by run ${run}: ${formatCount(runs)} runs with ${formatCount(rows)} rows. Set ALMANAC_DEMO=off, so that an empty store stays empty.`,
  )
}
