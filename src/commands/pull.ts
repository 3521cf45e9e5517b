import { resolve } from 'node:path'
import { UsageError } from '../lib/errors.ts'
import type { PullProgress } from '../runs/pull/pull.ts'
import type { Contexts } from './context.ts'
import { defineCommand } from './define-command.ts'
import { option } from './options.ts'
import { formatCount } from './progress.ts'
import { isUrl, type PullRequest } from './replica-operations.ts'
import { every, repeat } from './times.ts'

export const pull = defineCommand({
  name: 'pull',
  usage: ['<URL or folder>'],
  options: {
    every: option('1m', 'goes on, and asks again after this time', every(1, 'a second', '1m')),
  },
  describe: 'makes this store a replica of another Almanac',
  details: ['ALMANAC_PULL_KEY is the key that it asks with.'],
  examples: ['pull https://almanac.example.org --every 1m'],
  needs: 'store',
  run: ({ args: [given], options }, context) => {
    const { config } = context
    const origin = isUrl(given) ? given : resolve(given)
    const request = { origin, key: config.pullKey, dataDir: config.dataDir }
    const isFollowing = options.every !== undefined
    return repeat(options.every, context, () => pullOnce(request, context, isFollowing))
  },
})

async function pullOnce(
  request: PullRequest,
  { operations, print, printError }: Contexts['store'],
  isFollowing: boolean,
): Promise<void> {
  const onProgress = ({ step, runs }: PullProgress) => print(`runs ${runs} ${step}`)
  const { run, runs, problem } = await operations.pull({ ...request, onProgress })
  if (runs > 0) print(`${formatCount(runs)} runs pulled; this store is at run ${run}.`)
  else if (!isFollowing && problem === undefined) print(`Nothing new; this store is at run ${run}.`)
  if (problem === undefined) return
  // An origin that is away for a while is asked again in the next cycle.
  if (!isFollowing) throw new UsageError(problem)
  printError(problem)
}
