import type { Run } from './journal.ts'

/** Which runs were undone when: an undo is a run that names others, and can be undone itself. */
export class UndoneRuns {
  /** Committed runs that undo others, in their order. */
  readonly #undoing: Run[] = []

  remember(run: Run): void {
    const index = this.#undoing.findIndex(({ id }) => id === run.id)
    // One whose runs are gone permanently is known here until the next start: states follow it.
    if (run.state === 'committed' && run.undoes.length === 0) return
    if (index >= 0) this.#undoing.splice(index, 1)
    if (run.state !== 'committed') return
    this.#undoing.push(run)
    this.#undoing.sort((a, b) => a.id - b.id)
  }

  /** Runs that undo others and were not undone themselves, when `run` was the newest. */
  inForceAt(run: number): Run[] {
    const undone = new Set<number>()
    const inForce = this.#undoing.toReversed().filter((one) => {
      if (one.id > run || undone.has(one.id)) return false
      for (const id of one.undoes) undone.add(id)
      return true
    })
    return inForce.reverse()
  }

  /** Numbers of the runs that were undone when `run` was the newest. */
  listAt(run: number): Set<number> {
    return new Set(this.inForceAt(run).flatMap(({ undoes }) => undoes))
  }

  /** The run that undid another, as of `run`. */
  findUndo(id: number, run: number): Run | undefined {
    return this.inForceAt(run).find(({ undoes }) => undoes.includes(id))
  }

  /** Runs that undo rows of a fact, in force when `run` was the newest. */
  ofFact(fact: string, run: number): Run[] {
    return this.#undoing.length === 0
      ? []
      : this.inForceAt(run).filter(({ facts }) => facts.includes(fact))
  }

  /** Runs that any undo was ever about, also those that are served again, and undos themselves. */
  listEver(): number[] {
    return [...new Set(this.#undoing.flatMap(({ undoes }) => undoes))]
  }

  /** Runs in a range that undid something of a fact, whether or not they were undone since. */
  between(fact: string, afterRun: number, upToRun: number): Run[] {
    return this.#undoing.filter(
      ({ id, facts }) => id > afterRun && id <= upToRun && facts.includes(fact),
    )
  }

  /** The runs with rows that an undo, or the undo of one, is about. */
  listRuns(undo: Run): number[] {
    return undo.undoes.flatMap((id) => {
      const inner = this.#undoing.find((one) => one.id === id)
      return inner === undefined ? [id] : this.listRuns(inner)
    })
  }
}
