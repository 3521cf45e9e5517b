import { alignColumns } from './align-columns.ts'
import type { Operations, Status } from './operations.ts'

/** `almanac status`: what the store holds and what entered it last. */
export async function runStatus(
  operations: Pick<Operations, 'status'>,
  isServing: boolean,
  print: (line: string) => void,
): Promise<void> {
  const status = await operations.status()
  print(
    isServing
      ? `A server is running (process ${status.pid}), engine ${status.engine}, data version ${status.dataVersion}.`
      : `No server is running here. Engine ${status.engine}, data version ${status.dataVersion}.`,
  )
  for (const damage of status.damages) print(damage)
  print('')
  const rows = status.facts.map(({ fact, rows, newestSec, version }) => [
    fact,
    rows.toLocaleString('en'),
    toIso(newestSec),
    version === 0 ? '-' : String(version),
  ])
  for (const line of alignColumns([['fact', 'rows', 'newest point', 'last run'], ...rows]))
    print(line)
  printLive(status.live, print)
  if (status.lastRuns.length === 0) return
  print('')
  const runs = status.lastRuns.map((run) => [
    String(run.id),
    run.state,
    run.source,
    run.at,
    String(run.accepted),
    String(run.rejected),
    String(run.held),
  ])
  for (const line of alignColumns([
    ['run', 'state', 'source', 'at', 'accepted', 'rejected', 'held'],
    ...runs,
  ]))
    print(line)
}

function printLive({ jobs, nodes, problems }: Status['live'], print: (line: string) => void): void {
  if (problems.length > 0) print('')
  for (const problem of problems) print(problem)
  if (jobs.length > 0) {
    print('')
    const rows = jobs.map((job) => [
      job.id,
      stateOf(job),
      toIso(job.newestSec),
      toIso(job.nextSec),
      job.lastError ?? '-',
    ])
    for (const line of alignColumns([
      ['live source', 'state', 'newest', 'next', 'last error'],
      ...rows,
    ]))
      print(line)
  }
  if (nodes.length > 0) {
    print('')
    const rows = nodes.map((node) => [
      node.chain,
      node.host,
      node.state,
      String(node.requests),
      String(node.failures),
      node.lastError ?? '-',
    ])
    for (const line of alignColumns([
      ['chain', 'node', 'state', 'requests', 'failures', 'last error'],
      ...rows,
    ]))
      print(line)
  }
}

function stateOf({ isRunning, progress }: Status['live']['jobs'][number]): string {
  if (!isRunning) return 'waiting'
  return progress === null ? 'reading' : `reading ${progress.done} of ${progress.total}`
}

function toIso(sec: number | null): string {
  return sec === null ? '-' : new Date(sec * 1000).toISOString().replace('.000Z', 'Z')
}
