import { AlmanacError } from '../lib/errors.ts'
import type { Fact } from './fact.ts'
import type { Run } from './journal.ts'

/** Up to which run superseded versions of each fact were dropped. */
export class DroppedVersions {
  readonly #upTo = new Map<string, number>()

  /** Counts from `committing` on: rows begin to go before such a run is committed. */
  remember({ state, droppedUpTo }: Pick<Run, 'state' | 'droppedUpTo'>): void {
    if (state !== 'committed' && state !== 'committing') return
    for (const [fact, run] of Object.entries(droppedUpTo))
      this.#upTo.set(fact, Math.max(run, this.upTo(fact)))
  }

  /** The earliest run whose state is still whole; 0: all are. */
  upTo(fact: string): number {
    return this.#upTo.get(fact) ?? 0
  }

  /** Throws for a state of which versions are gone: what is left would be taken for all of it. */
  requireWhole({ name }: Fact, run: number): void {
    const upTo = this.upTo(name)
    if (run >= upTo) return
    throw new AlmanacError(
      'invalid_parameter',
      `Superseded versions of ${name} were dropped up to run ${upTo}, so what was known before it cannot be told. Ask for a later \`asOf\`; /meta/runs/${upTo} says when that run was committed.`,
    )
  }
}
