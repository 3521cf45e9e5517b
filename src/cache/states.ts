import { LRUCache } from 'lru-cache'
import type { Fact } from '../store/fact.ts'
import type { Snapshot } from '../store/snapshot.ts'
import type { Store } from '../store/store.ts'
import type { Made, State } from './state.ts'

interface Entry {
  readonly version: number
  readonly made: Promise<Made<unknown>>
}

// Versions share most of their parts, so the last few cost little and running requests keep theirs.
const RECENT_VERSIONS = 4
const PAST_VERSIONS = 2
const MEMO_ENTRIES = 200

/** Makes each state once per data version, however many ask for it at the same time. */
export class States {
  readonly #store: Store
  readonly #entries = new Map<State<unknown>, { recent: Entry[]; past: Entry[] }>()
  readonly #memo = new LRUCache<string, { version: number; value: Promise<unknown> }>({
    max: MEMO_ENTRIES,
  })

  constructor(store: Store) {
    this.#store = store
  }

  async get<T>(state: State<T>, snapshot: Snapshot): Promise<T> {
    const version = await this.#versionOf(state.reads, snapshot)
    const entries = this.#entries.get(state) ?? { recent: [], past: [] }
    this.#entries.set(state, entries)
    const { recent, past } = entries
    const known = [...recent, ...past].find((entry) => entry.version === version)
    if (known !== undefined) return (await known.made).value as T
    const newest = recent[0]
    const isPast = newest !== undefined && version < newest.version
    const list = isPast ? past : recent
    const entry = { version, made: this.#make(state, snapshot, isPast ? undefined : newest) }
    list.unshift(entry)
    list.splice(isPast ? PAST_VERSIONS : RECENT_VERSIONS)
    entry.made.catch(() => list.splice(list.indexOf(entry) >>> 0, 1))
    return (await entry.made).value as T
  }

  /** Computes something expensive once per data version of the facts it is made from. */
  async memo<T>(
    name: string,
    reads: readonly Fact[],
    snapshot: Snapshot,
    make: () => Promise<T>,
  ): Promise<T> {
    const version = await this.#versionOf(reads, snapshot)
    const known = this.#memo.get(name)
    if (known?.version === version) return known.value as Promise<T>
    const value = make()
    // A request about the past must not displace what requests about the present share.
    if (known !== undefined && version < known.version) return value
    const entry = { version, value }
    this.#memo.set(name, entry)
    value.catch(() => {
      if (this.#memo.get(name) === entry) this.#memo.delete(name)
    })
    return value
  }

  async #make<T>(
    state: State<T>,
    snapshot: Snapshot,
    earlier: Entry | undefined,
  ): Promise<Made<T>> {
    const previous = await earlier?.made.catch(() => undefined)
    return state.make(
      snapshot,
      (other) => this.get(other, snapshot),
      previous as Made<T> | undefined,
    )
  }

  #versionOf(reads: readonly Fact[], { run }: Snapshot): Promise<number> {
    return this.#store.journal.versionAt(
      reads.map((fact) => fact.name),
      run,
    )
  }
}
