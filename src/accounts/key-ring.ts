import { UsageError } from '../lib/errors.ts'
import type { AccountKey, KeyRecord } from './key-store.ts'
import { hashKey, looksLikeKey, MAX_KEY_LENGTH } from './key-text.ts'
import type { LastUse } from './usage-store.ts'

export type FoundKey = { key: AccountKey } | { problem: 'unknown' | 'revoked' | 'expired' }

export function keyState(
  { revokedAtMs, expiresAtMs }: AccountKey,
  nowMs: number,
): 'live' | 'revoked' | 'expired' {
  if (revokedAtMs !== null) return 'revoked'
  return expiresAtMs !== null && expiresAtMs <= nowMs ? 'expired' : 'live'
}

export function isInForce({ key, replacedBy }: KeyRecord, nowMs: number): boolean {
  return replacedBy === null && keyState(key, nowMs) === 'live'
}

/** Every key in memory, found by the hash of its text. */
export class KeyRing {
  readonly #byHash = new Map<string, KeyRecord>()
  readonly #byId = new Map<string, KeyRecord>()
  readonly #used = new Set<AccountKey>()
  /** The highest revision read so far. */
  revision = -1

  update(records: readonly KeyRecord[]): void {
    for (const record of records) this.#put(record)
  }

  find(text: string, nowMs: number): FoundKey {
    if (text.length > MAX_KEY_LENGTH) return { problem: 'unknown' }
    return this.check(this.#byHash.get(hashKey(text)), nowMs)
  }

  /** The key of a record, unless it is no longer valid. */
  check(record: KeyRecord | undefined, nowMs: number): FoundKey {
    if (record === undefined) return { problem: 'unknown' }
    const state = keyState(record.key, nowMs)
    return state === 'live' ? record : { problem: state }
  }

  findByHash(hash: string): KeyRecord | undefined {
    return this.#byHash.get(hash)
  }

  findById(id: string): KeyRecord | undefined {
    return this.#byId.get(id)
  }

  /** The key that holds the name now. */
  findByName(name: string, nowMs: number): KeyRecord | undefined {
    return this.listNamed(name).find((record) => isInForce(record, nowMs))
  }

  /** By id, or by the name of a key in force; an unknown one is an error that lists what exists. */
  getRecord(idOrName: string, nowMs: number): KeyRecord {
    const record = this.#byId.get(idOrName) ?? this.findByName(idOrName, nowMs)
    if (record !== undefined) return record
    const inForce = [...this.#byId.values()].filter((known) => isInForce(known, nowMs))
    throw new UsageError(unknownKey(idOrName, inForce))
  }

  listNamed(name: string): KeyRecord[] {
    return [...this.#byId.values()].filter((record) => record.key.name === name)
  }

  meterOf(key: AccountKey): string {
    return this.#byId.get(key.id)?.meter ?? key.id
  }

  markUsed(key: AccountKey, nowMs: number): void {
    key.lastUsedAtMs = nowMs
    this.#used.add(key)
  }

  get hasUses(): boolean {
    return this.#used.size > 0
  }

  takeUses(): LastUse[] {
    const uses = [...this.#used].flatMap(({ id, lastUsedAtMs }) =>
      lastUsedAtMs === null ? [] : { keyId: id, usedMs: lastUsedAtMs },
    )
    this.#used.clear()
    return uses
  }

  putBackUses(uses: readonly LastUse[]): void {
    for (const use of uses) {
      const record = this.#byId.get(use.keyId)
      if (record !== undefined) this.#used.add(record.key)
    }
  }

  #put(record: KeyRecord): void {
    this.revision = Math.max(this.revision, record.revision)
    const known = this.#byId.get(record.key.id)
    if (known === undefined) {
      this.#byHash.set(record.hash, record)
      this.#byId.set(record.key.id, record)
      return
    }
    // The object stays the same for its holders, and a use not yet written is not lost.
    const lastUsedAtMs = latest(known.key.lastUsedAtMs, record.key.lastUsedAtMs)
    Object.assign(known.key, record.key, { lastUsedAtMs })
    known.replacedBy = record.replacedBy
    known.revision = record.revision
  }
}

function latest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b)
}

function unknownKey(given: string, inForce: readonly KeyRecord[]): string {
  // A key that was pasted by mistake must not show up in a terminal or a log.
  const what = looksLikeKey(given)
    ? 'Keys are named by id or name, not by their text'
    : `There is no key "${given}"`
  if (inForce.length === 0) return `${what}; there are no keys yet.`
  return `${what}; there are: ${inForce.map(({ key }) => `${key.name} (${key.id})`).join(', ')}.`
}
