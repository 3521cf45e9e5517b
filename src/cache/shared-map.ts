import { compare } from '../lib/compare.ts'
import { TimeSlice } from '../lib/time-slice.ts'

type Key = string | number

// About the square root of the largest states, so that a change copies as little as a lookup costs.
const MAX_SHARDS = 1_024
const KEYS_PER_SHARD = 64
const ENTRIES_PER_CHECK = 1_000
// The end of an id tells it from others; its beginning is often the name of a chain.
const HASHED_LENGTH = 16

/** Immutable, in shards that versions share; iterates in the order of its keys: sums are equal. */
export class SharedMap<K extends Key, V> implements ReadonlyMap<K, V> {
  readonly size: number
  readonly #shards: readonly ReadonlyMap<K, V>[]
  #sortedKeys: readonly K[] | undefined

  private constructor(
    shards: readonly ReadonlyMap<K, V>[],
    size: number,
    sortedKeys?: readonly K[],
  ) {
    this.#shards = shards
    this.size = size
    this.#sortedKeys = sortedKeys
  }

  static async of<K extends Key, V>(entries: Iterable<readonly [K, V]>): Promise<SharedMap<K, V>> {
    const slice = new TimeSlice()
    const all = [...entries]
    const shards = Array.from({ length: shardCount(all.length) }, () => new Map<K, V>())
    for (const [index, [key, value]] of all.entries()) {
      shards[shardOf(key, shards.length)]?.set(key, value)
      if (index % ENTRIES_PER_CHECK === 0 && slice.isOver) await slice.yield()
    }
    const size = shards.reduce((sum, shard) => sum + shard.size, 0)
    return new SharedMap(shards, size)
  }

  /** A new version in which `keys` have exactly the given entries: a key without one is gone. */
  async with(keys: Iterable<K>, entries: Iterable<readonly [K, V]>): Promise<SharedMap<K, V>> {
    const shards = [...this.#shards]
    const own = new Map<number, Map<K, V>>()
    const shardFor = (key: K): Map<K, V> => {
      const index = shardOf(key, shards.length)
      const shard = own.get(index) ?? new Map(shards[index])
      own.set(index, shard)
      shards[index] = shard
      return shard
    }
    const fresh = new Map(entries)
    let [size, hasSameKeys] = [this.size, true]
    for (const [key, value] of fresh) {
      const shard = shardFor(key)
      if (!shard.has(key)) [size, hasSameKeys] = [size + 1, false]
      shard.set(key, value)
    }
    for (const key of keys)
      if (!fresh.has(key) && shardFor(key).delete(key)) [size, hasSameKeys] = [size - 1, false]
    if (shardCount(size) > shards.length * 4)
      return SharedMap.of(shards.flatMap((shard) => [...shard]))
    return new SharedMap(shards, size, hasSameKeys ? this.#sortedKeys : undefined)
  }

  /** The same keys with other values; results for shards shared with `previous` are shared too. */
  async mapValues<W>(
    make: (value: V, key: K) => W,
    previous?: { from: SharedMap<K, V>; to: SharedMap<K, W> },
  ): Promise<SharedMap<K, W>> {
    const slice = new TimeSlice()
    const shards: ReadonlyMap<K, W>[] = []
    for (const [index, shard] of this.#shards.entries()) {
      const shared = previous && sharedShard(previous, shard, index)
      const mapped = new Map<K, W>()
      for (const [key, value] of shared === undefined ? shard : []) {
        mapped.set(key, make(value, key))
        if (slice.isOver) await slice.yield()
      }
      shards.push(shared ?? mapped)
    }
    return new SharedMap(shards, this.size, this.#sortedKeys)

    function sharedShard(
      { from, to }: { from: SharedMap<K, V>; to: SharedMap<K, W> },
      shard: ReadonlyMap<K, V>,
      index: number,
    ): ReadonlyMap<K, W> | undefined {
      return from.#shards[index] === shard ? to.#shards[index] : undefined
    }
  }

  get(key: K): V | undefined {
    return this.#shards[shardOf(key, this.#shards.length)]?.get(key)
  }

  has(key: K): boolean {
    return this.#shards[shardOf(key, this.#shards.length)]?.has(key) === true
  }

  *keys(): MapIterator<K> {
    this.#sortedKeys ??= this.#shards.flatMap((shard) => [...shard.keys()]).sort(compare)
    yield* this.#sortedKeys
  }

  *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value
  }

  *entries(): MapIterator<[K, V]> {
    for (const key of this.keys()) yield [key, this.get(key) as V]
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries()
  }

  forEach(visit: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this.entries()) visit(value, key, this)
  }
}

function shardCount(size: number): number {
  let count = 1
  while (count < MAX_SHARDS && count * KEYS_PER_SHARD < size) count *= 2
  return count
}

function shardOf(key: Key, count: number): number {
  if (typeof key === 'number') return (Math.imul(key, 0x9e3779b1) >>> 16) & (count - 1)
  let hash = 0
  for (let index = Math.max(0, key.length - HASHED_LENGTH); index < key.length; index++)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return (hash ^ (hash >>> 15)) & (count - 1)
}
