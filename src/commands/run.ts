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

export const RUN_USAGE = `usage: almanac run <source> [--at <time>]\n       almanac run --adapter <file> ${ADAPTER_OPTIONS_USAGE}`
const SHOWN = 20

export interface RunContext {
  runSource(request: RunSourceRequest): Promise<RunSourceSummary>
  runAdapter(request: AdapterRequest): Promise<RunSourceSummary>
  print(line: string): void
}

/** `almanac run`: reads one period of a source or a third-party adapter and stores it. */
export async function runRun(args: string[], context: RunContext): Promise<void> {
  const { values, positionals } = parseAdapterArguments(args, RUN_USAGE)
  const { adapter } = values
  const [source, ...more] = positionals
  if (more.length > 0) throw new UsageError(RUN_USAGE)
  if (adapter !== undefined && source === undefined)
    return show(adapter, await context.runAdapter(toAdapterRequest(adapter, values)), context.print)
  if (adapter !== undefined || source === undefined) throw new UsageError(RUN_USAGE)
  const others = Object.keys(values).filter((name) => name !== 'at')
  if (others.length > 0) throw new UsageError(`--${others[0]} is for adapters; ${RUN_USAGE}`)
  const atSec = values.at === undefined ? null : parseMoment('--at', values.at)
  show(source, await context.runSource({ source, atSec }), context.print)
}

function show(name: string, summary: RunSourceSummary, print: (line: string) => void): void {
  const { run, accepted, rejected, held, holds, flags, unpriced } = summary
  print(
    `${name}: ${formatCount(accepted)} accepted, ${formatCount(rejected)} rejected, ${formatCount(held)} held (run ${run})`,
  )
  for (const { series, guard, reason } of holds) print(`held by ${guard}: ${series}: ${reason}`)
  for (const { series, guard, reason } of flags) print(`noticed by ${guard}: ${series}: ${reason}`)
  for (const line of unpricedLines(unpriced)) print(line)
}

/** Coins that count as nothing, and why. */
export function unpricedLines(unpriced: RunSourceSummary['unpriced']): string[] {
  const shown = unpriced
    .slice(0, SHOWN)
    .map(
      ({ coin, missing }) =>
        `${coin} has no value: its ${missing === 'price' ? 'price is' : 'decimals are'} not known`,
    )
  return unpriced.length > SHOWN
    ? [...shown, `and ${formatCount(unpriced.length - SHOWN)} more without a value`]
    : shown
}
