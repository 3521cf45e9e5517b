import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { at } from '../lib/at.ts'
import { parseDuration } from '../lib/duration.ts'
import { UsageError } from '../lib/errors.ts'
import type { PullProgress, PullSummary } from '../runs/pull/pull.ts'
import { formatCount } from './progress.ts'
import { isAddress, type PullRequest } from './replica-operations.ts'

export const PULL_USAGE = 'usage: almanac pull <address or folder> [--every 1m]'
const MIN_EVERY_SEC = 1

export interface PullCommand {
  pull(request: PullRequest): Promise<PullSummary>
  print: (line: string) => void
  printError: (line: string) => void
  dataDir: string
  /** `ALMANAC_PULL_KEY`: a key that neither shell histories nor logs show. */
  key: string | undefined
  sleep(ms: number): Promise<unknown>
}

/** `almanac pull`: makes this store a replica of another, and with `--every` follows it. */
export async function runPull(args: string[], command: PullCommand): Promise<void> {
  const { values, positionals } = parse(args)
  if (values.help) return command.print(PULL_USAGE)
  const [given, ...rest] = positionals
  if (given === undefined || rest.length > 0) throw new UsageError(PULL_USAGE)
  const everySec = values.every === undefined ? undefined : parseDuration(values.every)
  if (values.every !== undefined && (everySec === undefined || everySec < MIN_EVERY_SEC))
    throw new UsageError(`--every ${values.every} is not a duration of a second or more, as 1m is`)
  const origin = isAddress(given) ? given : resolve(given)
  const { key, dataDir } = command
  for (;;) {
    const startedMs = Date.now()
    await takeTurn({ origin, key, dataDir }, command, everySec !== undefined)
    if (everySec === undefined) return
    await command.sleep(Math.max(0, startedMs + everySec * 1000 - Date.now()))
  }
}

async function takeTurn(
  request: PullRequest,
  command: PullCommand,
  isFollowing: boolean,
): Promise<void> {
  const onProgress = ({ step, runs }: PullProgress) => command.print(`runs ${runs} ${step}`)
  const { run, runs, problem } = await command.pull({ ...request, onProgress })
  if (runs > 0) command.print(`${formatCount(runs)} runs pulled; this store is at run ${run}.`)
  else if (!isFollowing && problem === undefined)
    command.print(`Nothing new; this store is at run ${run}.`)
  if (problem === undefined) return
  // An origin that is away for a while is asked again at the next turn.
  if (!isFollowing) throw new UsageError(problem)
  command.printError(problem)
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        every: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    const problem = error instanceof Error ? at(error.message.split('. '), 0) : String(error)
    throw new UsageError(`${problem}; ${PULL_USAGE}`)
  }
}
