import { parseArgs } from 'node:util'
import { UsageError } from '../lib/errors.ts'
import { type Damage, describeDamage, findDamage } from '../store/damage.ts'
import { findUnreadableParts, repairStore, type UnreadablePart } from '../store/repair.ts'
import type { Store } from '../store/store.ts'
import { formatCount } from './progress.ts'

export const DOCTOR_USAGE =
  'usage: almanac doctor [--repair]          checks set-up, network, keys and every row; --repair makes a damaged store consistent'

export interface DoctorReport {
  unreadable: UnreadablePart[]
  damages: Damage[]
  isRepaired: boolean
}

export interface DoctorRequest {
  repair: boolean
}

export interface DoctorContext {
  checkStore(request: DoctorRequest): Promise<DoctorReport>
  /** A server has the store open. */
  isServing: boolean
  print(line: string): void
}

/** `almanac doctor`: what is damaged in the store, and with `--repair` what was lost. */
export async function runDoctor({ repair }: DoctorRequest, context: DoctorContext): Promise<void> {
  if (repair && context.isServing)
    throw new UsageError('A server has the store open. Stop it, then run doctor --repair again.')
  const { unreadable, damages, isRepaired } = await context.checkStore({ repair })
  for (const { fact, part } of unreadable)
    context.print(`${fact}: part ${part} cannot be read; its bytes are not what was written`)
  for (const damage of damages)
    for (const line of isRepaired ? lossLines(damage) : [describeDamage(damage)])
      context.print(line)
  if (unreadable.length + damages.length === 0) context.print('Every row is there and readable.')
  else if (isRepaired) context.print('The store is consistent again.')
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

export function localDoctor(store: Store): Pick<DoctorContext, 'checkStore'> {
  return {
    checkStore: async ({ repair }) => {
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

/** The options of the command. */
export function parseDoctor(args: string[]): DoctorRequest {
  try {
    const { values } = parseArgs({
      args,
      options: { repair: { type: 'boolean', default: false } },
    })
    return values
  } catch (error) {
    throw new UsageError(
      `${error instanceof Error ? error.message.split('. ')[0] : error}; ${DOCTOR_USAGE}`,
    )
  }
}
