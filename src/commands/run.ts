import { UsageError } from '../lib/errors.ts'
import {
  ADAPTER_OPTIONS_USAGE,
  type AdapterRequest,
  parseAdapterArguments,
  toAdapterRequest,
} from './adapter-request.ts'
import type { RunSourceRequest, RunSourceSummary } from './live-operations.ts'
import { parseMoment } from './parse-moment.ts'
import { formatCount } from './progress.ts'
import { judgeRun, unpricedLines } from './run-outcome.ts'

export const RUN_USAGE = `usage: almanac run <source> [--at <time>] | --adapter <file> ${ADAPTER_OPTIONS_USAGE}`

export interface RunContext {
  runSource(request: RunSourceRequest): Promise<RunSourceSummary>
  runAdapter(request: AdapterRequest): Promise<RunSourceSummary>
  print(line: string): void
}

/** `almanac run`: reads one period of a source or an adapter and stores it. Returns the exit code. */
export async function runRun(args: string[], context: RunContext): Promise<number> {
  const { values, positionals } = parseAdapterArguments(args, RUN_USAGE)
  const { adapter } = values
  const [source, ...more] = positionals
  if (more.length > 0) throw new UsageError(RUN_USAGE)
  if (adapter !== undefined && source === undefined)
    return show(adapter, await context.runAdapter(toAdapterRequest(adapter, values)), context.print)
  if (adapter !== undefined || source === undefined) throw new UsageError(RUN_USAGE)
  const others = Object.keys(values).filter((name) => name !== 'at')
  if (others.length > 0) throw new UsageError(`--${others[0]} is for adapters; ${RUN_USAGE}`)
  const atSec = values.at === undefined ? null : parseMoment('--at', values.at, 'end')
  return show(source, await context.runSource({ source, atSec }), context.print)
}

function show(name: string, summary: RunSourceSummary, print: (line: string) => void): number {
  const { run, accepted, rejected, held, holds, flags, unpriced, gaps, remarks } = summary
  print(
    `${name}: ${formatCount(accepted)} accepted, ${formatCount(rejected)} rejected, ${formatCount(held)} held (run ${run})`,
  )
  for (const { series, guard, reason } of holds) print(`held by ${guard}: ${series}: ${reason}`)
  for (const { series, guard, reason } of flags) print(`noticed by ${guard}: ${series}: ${reason}`)
  for (const line of [...unpricedLines(unpriced), ...gaps, ...remarks]) print(line)
  const { code, line } = judgeRun(summary)
  if (line !== null) print(line)
  return code
}
