import type { Clock } from '../lib/clock.ts'
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
import { oneOf, option, RUN_NUMBER, withDefault } from './options.ts'
import { formatCount } from './progress.ts'
import { CHOICE_OPTIONS, DECISION_OPTIONS, readChoice } from './quality-options.ts'
import { firstOfEach } from './run-outcome.ts'

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
