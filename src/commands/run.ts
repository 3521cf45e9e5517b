import { ADAPTER_OPTIONS, NO_NODES, namesGiven, toAdapterRequest } from './adapter-request.ts'
import { defineCommand } from './define-command.ts'
import type { RunSourceSummary } from './live-operations.ts'
import { option } from './options.ts'
import { formatCount } from './progress.ts'
import { judgeRun, unpricedLines } from './run-outcome.ts'

export const run = defineCommand({
  name: 'run',
  usage: ['[source]'],
  options: {
    adapter: option('<file>', 'a third-party adapter in place of a source'),
    ...ADAPTER_OPTIONS,
    ...NO_NODES,
  },
  describe: 'reads one period of a live source or of an adapter, and stores it',
  details: [
    'Names a source of data/protocols, or a module with --adapter; the options after it are for adapters.',
  ],
  examples: ['run my-dex --at 2026-01-31', 'run --adapter ./my-dex/index.js --chain ethereum'],
  needs: 'store',
  run: async ({ args: [source], options, misuse }, { operations, print }) => {
    const { adapter, ...values } = options
    if ((adapter === undefined) === (source === undefined)) throw misuse()
    if (adapter !== undefined) {
      const request = toAdapterRequest(adapter, values)
      return show(adapter, await operations.runAdapter(request), print)
    }
    const other = namesGiven({ ...values, at: undefined })[0]
    if (other !== undefined) throw misuse(`--${other} is for adapters`)
    const { at } = values
    if (at !== undefined && 'block' in at) throw misuse('--at: a block is for adapters')
    const request = { source: source ?? '', atSec: at?.sec ?? null }
    return show(request.source, await operations.runSource(request), print)
  },
})

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
