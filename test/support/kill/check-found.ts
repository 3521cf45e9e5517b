import type { Found } from './found.ts'
import type { Acknowledged } from './place.ts'

export interface Acks {
  /** Runs that were acknowledged. */
  readonly runs: Map<number, Acknowledged>
  kills: number
}

/** What a store must not be after a kill; empty when every acknowledged run is there and no other. */
export function problemsOf(found: Found, { runs, kills }: Acks): string[] {
  const committed = new Map(found.committed.map((run) => [run.id, run]))
  const lost = [...runs].flatMap(([id, ack]) => problemOfRun(committed.get(id), id, ack) ?? [])
  const shown = visibleRuns(found).join()
  const are = {
    [`visible are ${found.visible.join()} instead of ${shown}`]: shown !== found.visible.join(),
    // A process may die between a commit and its word about it; once in its life.
    'there are runs that nobody acknowledged': committed.size - runs.size > kills,
    [`unfinished runs ${found.unfinished.join()}`]: found.unfinished.length > 0,
    [`stages left: ${found.stages.join()}`]: found.stages.length > 0,
  }
  return [
    ...lost,
    ...sideProblems(found, 'left_side', found.left),
    ...sideProblems(found, 'right_side', found.right),
    ...Object.keys(are).filter((problem) => are[problem]),
  ]
}

function problemOfRun(
  run: Found['committed'][number] | undefined,
  id: number,
  { rows, undoes }: Acknowledged,
): string | undefined {
  if (run === undefined) return `run ${id} was acknowledged and is gone`
  if (rows !== undefined && sum(run.rows) !== rows)
    return `run ${id} has ${sum(run.rows)} rows instead of ${rows}`
  if (undoes !== undefined && !run.undoes.includes(undoes))
    return `run ${id} no longer undoes run ${undoes}`
  return undefined
}

/** Nothing is there but whole, committed runs. */
function sideProblems({ committed }: Found, name: string, side: Found['left']): string[] {
  const wanted = committed
    .filter(({ rows }) => (rows[name] ?? 0) > 0)
    .map(({ id, rows }) => `${id}:${rows[name]}`)
  const there = side.map(({ run, rows }) => `${run}:${rows}`)
  return there.join() === wanted.join() ? [] : [`${name} has ${difference(there, wanted)}`]
}

/** Runs with rows of the left side that no undo in force names. */
function visibleRuns({ committed }: Found): number[] {
  const undone = new Set<number>()
  for (const { id, undoes } of committed.toReversed())
    if (!undone.has(id)) for (const one of undoes) undone.add(one)
  return committed
    .filter(({ id, rows }) => (rows.left_side ?? 0) > 0 && !undone.has(id))
    .map(({ id }) => id)
}

function sum(rows: Readonly<Record<string, number>>): number {
  return Object.values(rows).reduce((total, one) => total + one, 0)
}

function difference(there: readonly string[], wanted: readonly string[]): string {
  const more = there.filter((one) => !wanted.includes(one))
  const less = wanted.filter((one) => !there.includes(one))
  return `more: ${more.slice(0, 5).join()}; less: ${less.slice(0, 5).join()}`
}
