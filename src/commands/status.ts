import { tableLines } from './align-columns.ts'
import { defineCommand } from './define-command.ts'
import type { Status } from './operations.ts'
import { spellSec } from './times.ts'

export const status = defineCommand({
  name: 'status',
  describe: 'what the store holds, and the state of live sources',
  needs: 'store',
  run: async (_, { operations, isServing, print }) =>
    printStatus(await operations.status(), isServing, print),
})

type Print = (line: string) => void

function printStatus(status: Status, isServing: boolean, print: Print): void {
  const { pid, engine, dataVersion, damages, facts, live, lastRuns } = status
  print(
    isServing
      ? `A server is running (process ${pid}), engine ${engine}, data version ${dataVersion}.`
      : `No server is running here. Engine ${engine}, data version ${dataVersion}.`,
  )
  for (const damage of damages) print(damage)
  printTable(print, facts, {
    fact: ({ fact }) => fact,
    rows: ({ rows }) => rows.toLocaleString('en'),
    'newest point': ({ newestSec }) => spellSec(newestSec),
    'last run': ({ version }) => (version === 0 ? '-' : version),
  })
  if (live.problems.length > 0) print('')
  for (const problem of live.problems) print(problem)
  printTable(print, live.jobs, {
    'live source': ({ id }) => id,
    state: stateOf,
    newest: ({ newestSec }) => spellSec(newestSec),
    next: ({ nextSec }) => spellSec(nextSec),
    'last error': ({ lastError }) => lastError ?? '-',
  })
  printTable(print, live.nodes, {
    chain: ({ chain }) => chain,
    node: ({ host }) => host,
    state: ({ state }) => state,
    requests: ({ requests }) => requests,
    failures: ({ failures }) => failures,
    'last error': ({ lastError }) => lastError ?? '-',
  })
  printTable(print, lastRuns, {
    run: ({ id }) => id,
    state: ({ state }) => state,
    source: ({ source }) => source,
    at: ({ at }) => at,
    accepted: ({ accepted }) => accepted,
    rejected: ({ rejected }) => rejected,
    held: ({ held }) => held,
  })
}

/** Nothing of what is empty. */
function printTable<R>(
  print: Print,
  rows: readonly R[],
  columns: Parameters<typeof tableLines<R>>[1],
): void {
  if (rows.length > 0) for (const line of ['', ...tableLines(rows, columns)]) print(line)
}

function stateOf({ isRunning, progress }: Status['live']['jobs'][number]): string {
  if (!isRunning) return 'waiting'
  return progress === null ? 'reading' : `reading ${progress.done} of ${progress.total}`
}
