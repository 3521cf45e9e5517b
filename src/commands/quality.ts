import type { Clock } from '../lib/clock.ts'
import { UsageError } from '../lib/errors.ts'
import { chooseHolds, type HoldChoice } from '../live/guards/holds/choose-holds.ts'
import { type Decision, rejectHolds, releaseHolds } from '../live/guards/holds/decide-holds.ts'
import { HOLD_STATES } from '../live/guards/holds/facts.ts'
import {
  type HoldFilter,
  listStoredHolds,
  type StoredHold,
} from '../live/guards/holds/stored-holds.ts'
import { type Undoing, undoDecision } from '../live/guards/holds/undo-decision.ts'
import type { GuardSettings } from '../live/guards/rules/settings.ts'
import type { Store } from '../store/store.ts'
import { alignColumns } from './align-columns.ts'
import { formatCount } from './progress.ts'
import {
  misuse,
  parseQuality,
  QUALITY_USAGE,
  readChoice,
  readDecision,
  readRun,
} from './quality-arguments.ts'
import { firstOfEach } from './run-outcome.ts'

const SHOWN = 100

/** Lists and decides holds, in this process or through a running server's socket. */
export interface QualityOperations {
  listHolds(filter: HoldFilter & { choice: HoldChoice }): Promise<StoredHold[]>
  decideHolds(
    decision: Decision & { state: 'released' | 'rejected' },
  ): Promise<{ run: number | null; holds: StoredHold[] }>
  undoDecision(undoing: Undoing): Promise<{
    run: number | null
    rows: { fact: string; count: number }[]
    later: number
  }>
}

export function localQuality(
  store: Store,
  clock: Clock,
  settings: GuardSettings,
): QualityOperations {
  return {
    listHolds: async ({ fact, state, choice }) =>
      chooseHolds(await listStoredHolds(store.snapshot(), { fact, state }), choice, store.journal),
    decideHolds: async ({ state, ...decision }) => {
      const { run, holds } =
        state === 'released'
          ? await releaseHolds(store, clock, { ...decision, settings })
          : await rejectHolds(store, clock, decision)
      return { run: run?.id ?? null, holds }
    },
    undoDecision: async (undoing) => {
      const { run, ...undone } = await undoDecision(store, clock, undoing)
      return { run: run?.id ?? null, ...undone }
    },
  }
}

interface Context {
  operations: QualityOperations
  print: (line: string) => void
}

/** `almanac quality`: what the guards caught, and a person's word on it. */
export async function runQuality(
  args: string[],
  operations: QualityOperations,
  print: (line: string) => void,
): Promise<void> {
  const [action, ...rest] = args
  const context = { operations, print }
  if (action === 'list') return list(rest, context)
  if (action === 'release' || action === 'reject') return decide(action, rest, context)
  if (action === 'undo') return undo(rest, context)
  throw new UsageError(`quality wants one of: ${Object.values(QUALITY_USAGE).join(' | ')}`)
}

async function list(args: string[], { operations, print }: Context): Promise<void> {
  const parsed = parseQuality('list', args)
  if (parsed.positionals.length > 0) throw misuse('list', 'there are too many arguments')
  const { fact, state = 'held' } = parsed.values
  if (!HOLD_STATES.some((known) => known === state))
    throw misuse('list', `--state must be one of ${HOLD_STATES.join(', ')}`)
  const choice = readChoice('list', parsed) ?? {}
  const found = await operations.listHolds({ fact, state, choice })
  if (found.length === 0) return print(`No reading is ${state}.`)
  const facts = Map.groupBy(found, ({ id }) => id)
  const holds = firstOfEach(found)
  const rows = holds
    .slice(0, SHOWN)
    .map((hold) => [
      hold.id,
      (facts.get(hold.id) ?? [hold]).map((one) => one.fact).join('+'),
      Object.values(JSON.parse(hold.series) as Record<string, string>).join(' '),
      spellTime(hold.atSec),
      hold.guard,
      hold.release,
      hold.decidedBy === null ? '-' : `${hold.decidedBy} (run ${hold.run})`,
      hold.decisionReason === null ? hold.reason : `${hold.reason} [${hold.decisionReason}]`,
    ])
  for (const line of alignColumns([
    ['ID', 'FACT', 'SERIES', 'AT', 'GUARD', 'RELEASE', 'DECIDED BY', 'REASON'],
    ...rows,
  ]))
    print(line)
  if (holds.length > SHOWN)
    print(
      `These are the newest ${SHOWN} of ${formatCount(holds.length)}; --fact, --guard, --source, --protocol and --run show fewer.`,
    )
}

/** Decides about ids at once; about what conditions name only with --yes. */
async function decide(
  action: 'release' | 'reject',
  args: string[],
  { operations, print }: Context,
): Promise<void> {
  const parsed = parseQuality(action, args)
  const choice = readChoice(action, parsed)
  if (choice === null)
    throw misuse(action, 'name ids, or readings by --guard, --source, --protocol or --run')
  const isPreview =
    parsed.switches.has('dry-run') || (choice.ids === undefined && !parsed.switches.has('yes'))
  const state = action === 'release' ? 'released' : 'rejected'
  const decision = { ...choice, ...readDecision(action, parsed), state, isPreview } as const
  const { run, holds } = await operations.decideHolds(decision)
  const readings = firstOfEach(holds)
  const count = readings.length === 1 ? '1 reading' : `${formatCount(readings.length)} readings`
  const outcome =
    action === 'release' ? 'what was held is served now' : 'what is served instead stays'
  print(
    run === null
      ? `Would ${action} ${count}:`
      : `${action === 'release' ? 'Released' : 'Rejected'} ${count} in run ${run}: ${outcome}.`,
  )
  for (const { id, fact, series, atSec, reason } of readings.slice(0, SHOWN))
    print(`  ${id}  ${fact} ${series} at ${spellTime(atSec)}${run === null ? `: ${reason}` : ''}`)
  if (readings.length > SHOWN) print(`  and ${formatCount(readings.length - SHOWN)} more`)
  if (run === null) print('Nothing was decided; --yes does it.')
}

async function undo(args: string[], { operations, print }: Context): Promise<void> {
  const parsed = parseQuality('undo', args)
  const [text, ...more] = parsed.positionals
  if (more.length > 0) throw misuse('undo', 'there are too many arguments')
  const decision = readRun('undo', text)
  const isPreview = parsed.switches.has('dry-run') || !parsed.switches.has('yes')
  const request = { run: decision, ...readDecision('undo', parsed), isPreview }
  const { run, rows, later } = await operations.undoDecision(request)
  const counts = rows.map(({ fact, count }) => `${formatCount(count)} of ${fact}`).join(', ')
  print(
    run === null
      ? `Would undo run ${decision}: ${counts} would be as before.`
      : `Undid run ${decision} in run ${run}: ${counts} are as before.`,
  )
  if (later > 0) print(`${formatCount(later)} rows were replaced since, and stay.`)
  if (run === null) print('Nothing was decided; --yes does it.')
}

function spellTime(atSec: number): string {
  return new Date(atSec * 1000).toISOString().replace(':00.000Z', 'Z').replace('.000Z', 'Z')
}
