import { UsageError } from '../lib/errors.ts'
import { type Damage, describeDamage, findDamage } from '../store/damage.ts'
import { findUnreadableParts, repairStore, type UnreadablePart } from '../store/repair.ts'
import type { Store } from '../store/store.ts'
import type { Contexts } from './context.ts'
import { defineCommand } from './define-command.ts'
import type { Operations } from './operations.ts'
import { flag } from './options.ts'
import { formatCount } from './progress.ts'

export interface DoctorReport {
  unreadable: UnreadablePart[]
  damages: Damage[]
  isRepaired: boolean
}

export interface DoctorRequest {
  repair: boolean
}

export const doctor = defineCommand({
  name: 'doctor',
  options: { repair: flag('makes a damaged store consistent, and says what was lost') },
  describe: 'checks set-up, network, keys and rows; repairs the store',
  needs: 'nothing',
  run: async ({ options: { repair } }, { config, given, print, open }) => {
    const { findingLines, findSetUpProblems } = await import('./checks/run-checks.ts')
    // The set-up first, because the store may not open without it.
    const findings = repair ? [] : await findSetUpProblems(config, given)
    for (const line of findingLines(findings)) print(line)
    // A ClickHouse server checks its tables itself.
    if (repair || config.storeUrl === undefined)
      await open.store((context) => checkRows(repair, context))
    return findings.some(({ state }) => state === 'problem') ? 1 : 0
  },
})

interface CheckContext extends Pick<Contexts['store'], 'isServing' | 'print'> {
  operations: Pick<Operations, 'checkStore'>
}

/** What is damaged in the store, and after a repair what was lost. */
export async function checkRows(
  repair: boolean,
  { operations, isServing, print }: CheckContext,
): Promise<void> {
  if (repair && isServing)
    throw new UsageError('A server has the store open. Stop it, then run doctor --repair again.')
  const { unreadable, damages, isRepaired } = await operations.checkStore({ repair })
  for (const { fact, part } of unreadable)
    print(`${fact}: part ${part} cannot be read; its bytes are not what was written`)
  for (const damage of damages)
    for (const line of isRepaired ? lossLines(damage) : [describeDamage(damage)]) print(line)
  if (unreadable.length + damages.length === 0) print('Every row is there and readable.')
  else if (isRepaired) print('The store is consistent again.')
  else
    throw new UsageError(
      'The store is damaged. Restore a backup, or run `almanac doctor --repair`.',
    )
}

function lossLines({ fact, runs }: Damage): string[] {
  return runs.map(({ run, expected, found }) =>
    found < expected
      ? `${fact}: run ${run} lost ${formatCount(expected - found)} of ${formatCount(expected)} rows; the rest was taken back, and the same files can be imported again`
      : `${fact}: ${formatCount(found)} rows of run ${run}, which the journal had lost, are known again`,
  )
}

export function localDoctor(store: Store) {
  return {
    checkStore: async ({ repair }: DoctorRequest): Promise<DoctorReport> => {
      if (store.engine.kind === 'server')
        throw new UsageError('A ClickHouse server has tools of its own for this: CHECK TABLE.')
      const unreadable = await findUnreadableParts(store)
      if (!repair) return { unreadable, damages: store.damages, isRepaired: false }
      const damages = await repairStore(store, unreadable)
      const left = await findDamage(store.engine, store.journal, store.facts.values())
      if (left.length > 0) throw new UsageError(left.map(describeDamage).join('\n'))
      return { unreadable, damages, isRepaired: true }
    },
  }
}
