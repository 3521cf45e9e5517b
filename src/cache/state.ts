import { Sql, sql } from '../lib/sql.ts'
import type { SqlParams } from '../store/engine.ts'
import type { Fact } from '../store/fact.ts'
import type { Snapshot } from '../store/snapshot.ts'
import { SharedMap } from './shared-map.ts'

/** Something held in memory that is a function of some facts at one run. Its values are immutable. */
export interface State<T> {
  readonly name: string
  /** All facts it depends on, also through other states. */
  readonly reads: readonly Fact[]
  /** The states it is made from. */
  readonly from: readonly State<unknown>[]
  /** Makes the value at a snapshot, from the newest earlier one where there is one. */
  make(snapshot: Snapshot, read: ReadState, previous: Made<T> | undefined): Promise<Made<T>>
}

/** Reads another state at the same snapshot. */
export type ReadState = <S>(state: State<S>) => Promise<S>

/** A value with what it was made from. */
export interface Made<T> {
  readonly run: number
  readonly value: T
  readonly inputs: readonly unknown[]
}

type Key = string | number
type ValuesOf<From extends readonly State<unknown>[]> = {
  [I in keyof From]: From[I] extends State<infer T> ? T : never
}

// More touched keys than this, and than a quarter of the known ones, are loaded together.
const REBUILD_ABOVE = 1_000
const KEYS_PER_LOAD = 500

export interface KeyedStateDeclaration<K extends Key, V> {
  name: string
  /** Facts whose rows make up the values. */
  reads: readonly Fact[]
  /** SQL of the key in the rows of these facts: one for all, or one by the name of each fact. */
  key: Sql | Readonly<Record<string, Sql>>
  /** Narrows the rows that count, with bound parameters. */
  where?: Sql
  params?: Readonly<SqlParams>
  /** Only these keys are held; without it, all that have rows. */
  among?: State<ReadonlySet<K>>
  /** How many keys are loaded together, where their values take long to compute. */
  keysPerLoad?: number
  /** The values of some keys, or of all, each from that key's own rows. */
  load(snapshot: Snapshot, keys: readonly K[] | 'all'): Promise<Iterable<readonly [K, V]>>
}

/** One value per key. After a commit only the keys with new rows are loaded again. */
export function keyedState<K extends Key, V>(
  declared: KeyedStateDeclaration<K, V>,
): State<SharedMap<K, V>> {
  const { name, reads, among } = declared
  return {
    name,
    reads: [...reads, ...(among?.reads ?? [])],
    from: among === undefined ? [] : [among],
    make: async (snapshot, read, previous) => {
      const wanted = among && (await read(among))
      const value = await follow(declared, snapshot, wanted, previous)
      return { run: snapshot.run, value, inputs: [wanted] }
    },
  }
}

async function follow<K extends Key, V>(
  declared: KeyedStateDeclaration<K, V>,
  snapshot: Snapshot,
  wanted: ReadonlySet<K> | undefined,
  previous: Made<SharedMap<K, V>> | undefined,
): Promise<SharedMap<K, V>> {
  const known = previous?.value
  const limit = Math.max(REBUILD_ABOVE, Math.floor((known?.size ?? 0) / 4))
  const touched = previous && (await findTouched(declared, snapshot, previous.run, wanted, limit))
  if (known === undefined || touched === undefined)
    return SharedMap.of(
      wanted === undefined
        ? await declared.load(snapshot, 'all')
        : await loadKeys(declared, snapshot, [...wanted]),
    )
  const wantedBefore = previous?.inputs[0] as ReadonlySet<K> | undefined
  for (const key of wanted ?? []) if (!wantedBefore?.has(key)) touched.add(key)
  const gone = wanted === undefined ? [] : [...known.keys()].filter((key) => !wanted.has(key))
  if (touched.size === 0 && gone.length === 0) return known
  return known.with([...touched, ...gone], await loadKeys(declared, snapshot, [...touched]))
}

async function loadKeys<K extends Key, V>(
  { load, keysPerLoad = KEYS_PER_LOAD }: KeyedStateDeclaration<K, V>,
  snapshot: Snapshot,
  keys: readonly K[],
): Promise<(readonly [K, V])[]> {
  const entries: (readonly [K, V])[] = []
  for (let start = 0; start < keys.length; start += keysPerLoad) {
    entries.push(...(await load(snapshot, keys.slice(start, start + keysPerLoad))))
    await new Promise(setImmediate)
  }
  return entries
}

/** Keys with rows of later runs; `undefined` when there are more than the limit. */
async function findTouched<K extends Key, V>(
  { reads, key, where = sql`1`, params = {} }: KeyedStateDeclaration<K, V>,
  snapshot: Snapshot,
  sinceRun: number,
  wanted: ReadonlySet<K> | undefined,
  limit: number,
): Promise<Set<K> | undefined> {
  const touched = new Set<K>()
  for (const fact of reads) {
    const expression = key instanceof Sql ? key : (key[fact.name] ?? sql``)
    const found = await snapshot.touchedKeys<K>(fact, {
      key: expression,
      sinceRun,
      where: wanted
        ? sql`(${where}) AND toString(${expression}) IN {wantedKeys:Array(String)}`
        : where,
      params: wanted ? { ...params, wantedKeys: [...wanted].map(String) } : params,
      limit,
    })
    if (!found.isComplete) return undefined
    for (const one of found.keys) touched.add(one)
  }
  return touched.size > limit ? undefined : touched
}

/** A pure function of other states. Where none of them changed, neither does its value. */
export function derivedState<const From extends readonly State<unknown>[], T>(declared: {
  name: string
  from: From
  make(...values: ValuesOf<From>): T | Promise<T>
}): State<T> {
  const { name, from, make } = declared
  return {
    name,
    reads: [...new Set(from.flatMap(({ reads }) => reads))],
    from,
    make: async (snapshot, read, previous) => {
      const inputs = await Promise.all(from.map((state) => read(state)))
      const isSame = previous?.inputs.every((input, index) => input === inputs[index])
      if (previous !== undefined && isSame) return { ...previous, run: snapshot.run }
      const value = await make(...(inputs as ValuesOf<From>))
      return { run: snapshot.run, value, inputs }
    },
  }
}

/** A pure function of each value of a keyed state, and of other states; unchanged parts are shared. */
export function derivedMap<
  K extends Key,
  V,
  W,
  const With extends readonly State<unknown>[] = readonly [],
>(declared: {
  name: string
  from: State<SharedMap<K, V>>
  with?: With
  make(value: V, key: K, ...others: ValuesOf<With>): W
}): State<SharedMap<K, W>> {
  const { name, from, make } = declared
  const others: readonly State<unknown>[] = declared.with ?? []
  return {
    name,
    reads: [...new Set([from, ...others].flatMap(({ reads }) => reads))],
    from: [from, ...others],
    make: async (snapshot, read, previous) => {
      const source = await read(from)
      const values = await Promise.all(others.map((state) => read(state)))
      const isSame = previous?.inputs.slice(1).every((input, index) => input === values[index])
      const known =
        previous !== undefined && isSame
          ? { from: previous.inputs[0] as SharedMap<K, V>, to: previous.value }
          : undefined
      const value = await source.mapValues(
        (one, key) => make(one, key, ...(values as ValuesOf<With>)),
        known,
      )
      return { run: snapshot.run, value, inputs: [source, ...values] }
    },
  }
}
