import { alignColumns } from './align-columns.ts'
import type { Operations } from './operations.ts'

/** `almanac status`: what the store holds and what entered it last. */
export async function runStatus(operations: Operations, isServing: boolean, print: (line: string) => void): Promise<void> {
  const status = await operations.status()
  print(
    isServing
      ? `A server is running (process ${status.pid}), engine ${status.engine}, data version ${status.dataVersion}.`
      : `No server is running here. Engine ${status.engine}, data version ${status.dataVersion}.`,
  )
  print('')
  const rows = status.facts.map(({ fact, rows, newestSec, version }) => [
    fact,
    rows.toLocaleString('en'),
    toIso(newestSec),
    version === 0 ? '-' : String(version),
  ])
  for (const line of alignColumns([['fact', 'rows', 'newest point', 'last run'], ...rows])) print(line)
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
  for (const line of alignColumns([['run', 'state', 'source', 'at', 'accepted', 'rejected', 'held'], ...runs])) print(line)
}

function toIso(sec: number | null): string {
  return sec === null ? '-' : new Date(sec * 1000).toISOString().replace('.000Z', 'Z')
}
