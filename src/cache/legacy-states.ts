import type { Fact } from '../store/fact.ts'
import type { Snapshot } from '../store/snapshot.ts'
import type { Store } from '../store/store.ts'
import type { States } from './states.ts'

/** A compact picture of some facts, kept in memory as long as they do not change. */
export interface StateDefinition<T> {
  readonly name: string
  readonly reads: readonly Fact[]
  build(snapshot: Snapshot, states: States): Promise<T>
  /**
   * Brings the newest picture up to date with the rows of later runs, when that is cheaper than
   * building it again.
   */
  update?(previous: T, snapshot: Snapshot, sinceRun: number, states: States): Promise<T>
}

interface Kept {
  version: number
  run: number
  value: Promise<unknown>
}

// Answers about the past build their own pictures; only the last few are worth keeping.
const KEPT_PER_STATE = 3

/** Builds each state once per data version, however many ask at the same time. */
export class LegacyStates {
  readonly #store: Store
  readonly #states: States
  readonly #kept = new Map<StateDefinition<unknown>, Kept[]>()

  constructor(store: Store, states: States) {
    this.#states = states
    this.#store = store
  }

  get<T>(definition: StateDefinition<T>, snapshot: Snapshot): Promise<T> {
    const facts = definition.reads.map((fact) => fact.name)
    const version = this.#store.journal.versionAt(facts, snapshot.run)
    const kept = this.#kept.get(definition as StateDefinition<unknown>) ?? []
    const found = kept.find((entry) => entry.version === version)
    if (found !== undefined) return found.value as Promise<T>

    const newest = newestOf(kept)
    const outdated = newest !== undefined && newest.version < version ? newest : undefined
    const value = this.#make(definition, snapshot, outdated)
    const entry: Kept = { version, run: snapshot.run, value }
    // An updated picture was changed in place: its older version is gone.
    const others =
      definition.update === undefined ? kept : kept.filter((other) => other !== outdated)
    this.#kept.set(definition as StateDefinition<unknown>, chooseKept([entry, ...others]))
    value.catch(() => this.#forget(definition as StateDefinition<unknown>, entry))
    return value
  }

  async #make<T>(
    definition: StateDefinition<T>,
    snapshot: Snapshot,
    newest: Kept | undefined,
  ): Promise<T> {
    if (newest === undefined || definition.update === undefined)
      return definition.build(snapshot, this.#states)
    return definition.update((await newest.value) as T, snapshot, newest.run, this.#states)
  }

  #forget(definition: StateDefinition<unknown>, entry: Kept): void {
    const kept = this.#kept.get(definition) ?? []
    this.#kept.set(
      definition,
      kept.filter((other) => other !== entry),
    )
  }
}

function newestOf(entries: readonly Kept[]): Kept | undefined {
  return entries.reduce<Kept | undefined>(
    (best, entry) => (best === undefined || entry.version > best.version ? entry : best),
    undefined,
  )
}

/** The newest picture stays, however many questions about the past are asked. */
function chooseKept(entries: readonly Kept[]): Kept[] {
  const newest = newestOf(entries)
  return entries
    .filter((entry) => entry === newest)
    .concat(entries.filter((entry) => entry !== newest).slice(0, KEPT_PER_STATE - 1))
}
