import { parseArgs } from 'node:util'
import type { Clock } from '../lib/clock.ts'
import { UsageError } from '../lib/errors.ts'
import { type Decision, rejectHolds, releaseHolds } from '../live/guards/holds/decide-holds.ts'
import { HOLD_STATES } from '../live/guards/holds/facts.ts'
import {
  type HoldFilter,
  listStoredHolds,
  type StoredHold,
} from '../live/guards/holds/stored-holds.ts'
import type { GuardSettings } from '../live/guards/rules/settings.ts'
import type { Store } from '../store/store.ts'
import { alignColumns } from './align-columns.ts'

const SHOWN = 100

export const QUALITY_USAGE = {
  list: 'almanac quality list [--fact FACT] [--state held|released|rejected|flagged] [--all-of GUARD]',
  release: 'almanac quality release <id> | --all-of GUARD [--by NAME]',
  reject: 'almanac quality reject <id> | --all-of GUARD [--by NAME]',
}

type Action = keyof typeof QUALITY_USAGE

/** Lists and decides holds, in this process or through a running server's socket. */
export interface QualityOperations {
  listHolds(filter: HoldFilter): Promise<StoredHold[]>
  decideHolds(
    decision: Decision & { state: 'released' | 'rejected' },
  ): Promise<{ run: number; holds: StoredHold[] }>
}

export function localQuality(
  store: Store,
  clock: Clock,
  settings: GuardSettings,
): QualityOperations {
  return {
    listHolds: ({ fact, state, guard, limit }) =>
      listStoredHolds(store.snapshot(), { fact, state, guard, limit }),
    decideHolds: async ({ state, id, guard, by }) => {
      const decision = { id, guard, by }
      const { run, holds } =
        state === 'released'
          ? await releaseHolds(store, clock, { ...decision, settings })
          : await rejectHolds(store, clock, decision)
      return { run: run.id, holds }
    },
  }
}

/** `almanac quality`: what the guards caught, and a person's word on it. */
export async function runQuality(
  args: string[],
  operations: QualityOperations,
  print: (line: string) => void,
): Promise<void> {
  const [action, ...rest] = args
  if (action === 'list') return list(rest, operations, print)
  if (action === 'release' || action === 'reject')
    return decide(action, rest, { operations, print })
  throw new UsageError(
    ['Usage:', ...Object.values(QUALITY_USAGE).map((line) => `  ${line}`)].join('\n'),
  )
}

async function list(
  args: string[],
  operations: QualityOperations,
  print: (line: string) => void,
): Promise<void> {
  const { values, positionals } = parse('list', args, ['fact', 'state', 'all-of'])
  if (positionals.length > 0) throw misuse('list', 'there are too many arguments')
  const { fact, state = 'held', 'all-of': guard } = values
  if (!HOLD_STATES.some((known) => known === state))
    throw misuse('list', `--state must be one of ${HOLD_STATES.join(', ')}`)
  const holds = await operations.listHolds({ fact, state, guard, limit: SHOWN })
  if (holds.length === 0) return print(`No reading is ${state}.`)
  const rows = holds.map((hold) => [
    hold.id,
    hold.fact,
    Object.values(JSON.parse(hold.series) as Record<string, string>).join(' '),
    new Date(hold.atSec * 1000).toISOString().replace(':00.000Z', 'Z'),
    hold.guard,
    hold.release,
    hold.decidedBy ?? '-',
    hold.reason,
  ])
  for (const line of alignColumns([
    ['ID', 'FACT', 'SERIES', 'AT', 'GUARD', 'RELEASE', 'DECIDED BY', 'REASON'],
    ...rows,
  ]))
    print(line)
  if (holds.length === SHOWN)
    print(`These are the newest ${SHOWN}; --fact and --all-of show fewer.`)
}

async function decide(
  action: 'release' | 'reject',
  args: string[],
  { operations, print }: { operations: QualityOperations; print: (line: string) => void },
): Promise<void> {
  const { values, positionals } = parse(action, args, ['all-of', 'by'])
  const { 'all-of': guard, by = 'a person' } = values
  const [id, ...more] = positionals
  if (more.length > 0) throw misuse(action, 'there are too many arguments')
  if ((id === undefined) === (guard === undefined))
    throw misuse(action, 'name one id, or a guard with --all-of')
  const state = action === 'release' ? 'released' : 'rejected'
  const { run, holds } = await operations.decideHolds({ id, guard, by, state })
  const readings = holds.length === 1 ? '1 reading' : `${holds.length} readings`
  const outcome =
    action === 'release' ? 'what was held is served now' : 'what is served instead stays'
  print(`${action === 'release' ? 'Released' : 'Rejected'} ${readings} in run ${run}: ${outcome}.`)
  for (const hold of holds)
    print(
      `  ${hold.id}  ${hold.fact} ${hold.series} at ${new Date(hold.atSec * 1000).toISOString()}`,
    )
}

function parse(
  action: Action,
  args: string[],
  names: string[],
): { values: Record<string, string | undefined>; positionals: string[] } {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  try {
    const { values, positionals } = parseArgs({
      args,
      options,
      allowPositionals: true,
      strict: true,
    })
    return { values, positionals }
  } catch (error) {
    throw misuse(action, error instanceof Error ? error.message : String(error))
  }
}

function misuse(action: Action, problem: string): UsageError {
  return new UsageError(`quality ${action}: ${problem}. Usage: ${QUALITY_USAGE[action]}`)
}
