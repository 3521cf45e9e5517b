import type { Clock } from '../lib/clock.ts'
import { UsageError } from '../lib/errors.ts'
import {
  chooseHolds,
  type Decision,
  type HoldChoice,
  rejectHolds,
  releaseHolds,
  type Undoing,
  undoDecision,
} from '../live/guards/holds/decide-holds.ts'
import { HOLD_STATES } from '../live/guards/holds/facts.ts'
import {
  type HoldFilter,
  listStoredHolds,
  type StoredHold,
} from '../live/guards/holds/stored-holds.ts'
import type { GuardSettings } from '../live/guards/rules/settings.ts'
import type { Store } from '../store/store.ts'
import { printTable } from './align-columns.ts'
import type { Family } from './context.ts'
import { defineCommand } from './define-command.ts'
import { flag, oneOf, option, RUN_NUMBER, withDefault } from './options.ts'
import { formatCount } from './progress.ts'
import { firstOfEach } from './run-outcome.ts'

const MAX_REASON_LENGTH = 2_000
const MAX_NAME_LENGTH = 200

/** Which readings are meant. */
const CHOICE_OPTIONS = {
  guard: option('GUARD', 'those that this guard caught'),
  'all-of': { ...option('GUARD', 'an earlier name of --guard'), isHidden: true },
  source: option('SOURCE', 'those of this source'),
  protocol: option('ID', 'those of this protocol'),
  run: option('N or N-M', 'those of a run, or of some runs', readRuns),
}

/** Who decides and why, and whether it is only looked at. */
const DECISION_OPTIONS = {
  reason: option('TEXT', 'why', readText(MAX_REASON_LENGTH, 'text')),
  by: option('NAME', 'who decides', readText(MAX_NAME_LENGTH, 'name')),
  'dry-run': flag('only shows what would be decided'),
  yes: flag('decides about all that the conditions name'),
}

type Choice = {
  [N in keyof typeof CHOICE_OPTIONS]: ReturnType<(typeof CHOICE_OPTIONS)[N]['read']>
}

/** The readings that were named; null: none. */
function readChoice(
  ids: readonly string[],
  { 'all-of': all, guard = all, source, protocol, run: runs }: Choice,
  misuse: (problem: string) => UsageError,
): HoldChoice | null {
  const isByCondition = [guard, source, protocol, runs].some((one) => one !== undefined)
  if (ids.length > 0 && isByCondition)
    throw misuse('name readings by their ids or by conditions, not by both')
  if (ids.length > 0) return { ids: [...ids] }
  return isByCondition ? { guard, source, protocol, runs } : null
}

function readText(maxLength: number, what: string) {
  return (text: string, name: string): string => {
    if (text.trim() === '' || text.length > maxLength)
      throw new UsageError(`${name} must be a ${what} of up to ${maxLength} characters`)
    return text
  }
}

function readRun(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new UsageError(`${JSON.stringify(text)} is not the number of a run`)
  return Number(text)
}

function readRuns(text: string, name: string): { first: number; last: number } {
  const [first = '', last = first, ...more] = text.split('-')
  const runs = { first: readRun(first), last: readRun(last) }
  if (more.length > 0 || runs.last < runs.first)
    throw new UsageError(`${name}: "${text}" must be a run such as 12, or runs such as 12-40`)
  return runs
}

const SHOWN = 100

/** Lists and decides holds. */
export function localQuality(store: Store, clock: Clock, settings: GuardSettings) {
  return {
    listHolds: async ({ fact, state, choice }: HoldFilter & { choice: HoldChoice }) =>
      chooseHolds(await listStoredHolds(store.snapshot(), { fact, state }), choice, store.journal),
    decideHolds: async ({ state, ...decision }: Decision & { state: 'released' | 'rejected' }) => {
      const { run, holds } =
        state === 'released'
          ? await releaseHolds(store, clock, { ...decision, settings })
          : await rejectHolds(store, clock, decision)
      return { run: run?.id ?? null, holds }
    },
    undoDecision: async (undoing: Undoing) => {
      const { run, ...undone } = await undoDecision(store, clock, undoing)
      return { run: run?.id ?? null, ...undone }
    },
  }
}

const listHolds = defineCommand({
  name: 'quality list',
  options: {
    fact: option('FACT', 'only those of this fact'),
    state: withDefault('held', HOLD_STATES.join('|'), 'what became of them', oneOf(HOLD_STATES)),
    ...CHOICE_OPTIONS,
  },
  describe: 'what the guards caught',
  examples: ['quality list --guard spike --protocol 7'],
  needs: 'store',
  run: async ({ options: { fact, state, ...conditions }, misuse }, { operations, print }) => {
    const choice = readChoice([], conditions, misuse) ?? {}
    const found = await operations.listHolds({ fact, state, choice })
    if (found.length === 0) return print(`No reading is ${state}.`)
    printHolds(found, print)
  },
})

function printHolds(found: readonly StoredHold[], print: (line: string) => void): void {
  const facts = Map.groupBy(found, ({ id }) => id)
  const holds = firstOfEach(found)
  printTable(print, holds.slice(0, SHOWN), {
    ID: ({ id }) => id,
    FACT: (hold) => (facts.get(hold.id) ?? [hold]).map((one) => one.fact).join('+'),
    SERIES: ({ series }) => Object.values(JSON.parse(series) as Record<string, string>).join(' '),
    AT: ({ atSec }) => spellTime(atSec),
    GUARD: ({ guard }) => guard,
    RELEASE: ({ release }) => release,
    'DECIDED BY': ({ decidedBy, run }) => (decidedBy === null ? '-' : `${decidedBy} (run ${run})`),
    REASON: ({ reason, decisionReason }) =>
      decisionReason === null ? reason : `${reason} [${decisionReason}]`,
  })
  if (holds.length > SHOWN)
    print(
      `These are the newest ${SHOWN} of ${formatCount(holds.length)}; --fact, --guard, --source, --protocol and --run show fewer.`,
    )
}

/** Decides about ids at once; about what conditions name only with --yes. */
function decide(verb: 'release' | 'reject', describe: string) {
  return defineCommand({
    name: `quality ${verb}`,
    usage: ['[id…]'],
    options: { ...CHOICE_OPTIONS, ...DECISION_OPTIONS },
    describe,
    details: ['Names readings by their ids, or by conditions, which need --yes.'],
    examples: [`quality ${verb} 3f9a`, `quality ${verb} --guard spike --run 12-40 --yes`],
    needs: 'store',
    run: async ({ args: ids, options, misuse }, { operations, print }) => {
      const choice = readChoice(ids, options, misuse)
      if (choice === null)
        throw misuse('name ids, or readings by --guard, --source, --protocol or --run')
      const isPreview = options['dry-run'] || (choice.ids === undefined && !options.yes)
      const state = verb === 'release' ? 'released' : 'rejected'
      const { by = 'a person', reason = null } = options
      const decision = { ...choice, by, reason, state, isPreview } as const
      const { run, holds } = await operations.decideHolds(decision)
      printDecision(verb, { run, holds }, print)
    },
  })
}

function printDecision(
  verb: 'release' | 'reject',
  { run, holds }: { run: number | null; holds: readonly StoredHold[] },
  print: (line: string) => void,
): void {
  const readings = firstOfEach(holds)
  const count = readings.length === 1 ? '1 reading' : `${formatCount(readings.length)} readings`
  const outcome =
    verb === 'release' ? 'what was held is served now' : 'what is served instead stays'
  print(
    run === null
      ? `Would ${verb} ${count}:`
      : `${verb === 'release' ? 'Released' : 'Rejected'} ${count} in run ${run}: ${outcome}.`,
  )
  for (const { id, fact, series, atSec, reason } of readings.slice(0, SHOWN))
    print(`  ${id}  ${fact} ${series} at ${spellTime(atSec)}${run === null ? `: ${reason}` : ''}`)
  if (readings.length > SHOWN) print(`  and ${formatCount(readings.length - SHOWN)} more`)
  if (run === null) print('Nothing was decided; --yes does it.')
}

const undo = defineCommand({
  name: 'quality undo',
  usage: ['[run of a decision]'],
  options: DECISION_OPTIONS,
  describe: 'takes a decision back',
  needs: 'store',
  run: async ({ args: [text = ''], options, misuse }, { operations, print }) => {
    if (!RUN_NUMBER.test(text)) throw misuse(`${JSON.stringify(text)} is not the number of a run`)
    const decision = Number(text)
    const { by = 'a person', reason = null } = options
    const isPreview = options['dry-run'] || !options.yes
    const request = { run: decision, by, reason, isPreview }
    const { run, rows, later } = await operations.undoDecision(request)
    const counts = rows.map(({ fact, count }) => `${formatCount(count)} of ${fact}`).join(', ')
    print(
      run === null
        ? `Would undo run ${decision}: ${counts} would be as before.`
        : `Undid run ${decision} in run ${run}: ${counts} are as before.`,
    )
    if (later > 0) print(`${formatCount(later)} rows were replaced since, and stay.`)
    if (run === null) print('Nothing was decided; --yes does it.')
  },
})

export const quality: Family = {
  name: 'quality',
  describe: 'what the guards caught; releases it, rejects it, undoes that',
  commands: [
    listHolds,
    decide('release', 'serves readings that were held'),
    decide('reject', 'keeps readings from being served'),
    undo,
  ],
}

function spellTime(atSec: number): string {
  return new Date(atSec * 1000).toISOString().replace(':00.000Z', 'Z').replace('.000Z', 'Z')
}
