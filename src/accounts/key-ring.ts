import { UsageError } from '../lib/errors.ts'
import type { AccountKey, KeyRecord } from './key-store.ts'
import { hashKey, looksLikeKey, MAX_KEY_LENGTH } from './key-text.ts'
import type { LastUse } from './usage-store.ts'

export type FoundKey = { key: AccountKey } | { problem: 'unknown' | 'revoked' | 'expired' }

/** Every key in memory, found by the hash of its text. */
export interface KeyRing {
  /** The highest revision read so far. */
  revision(): number
  update(records: readonly KeyRecord[]): void
  find(text: string, nowMs: number): FoundKey
  /** The key of a record, unless it is no longer valid. */
  check(record: KeyRecord | undefined, nowMs: number): FoundKey
  findByHash(hash: string): KeyRecord | undefined
  findById(id: string): KeyRecord | undefined
  /** The key that holds the name now. */
  findByName(name: string, nowMs: number): KeyRecord | undefined
  /** By id, or by the name of a key in force; an unknown one is an error that lists what exists. */
  getRecord(idOrName: string, nowMs: number): KeyRecord
  listNamed(name: string): KeyRecord[]
  meterOf(key: AccountKey): string
  markUsed(key: AccountKey, nowMs: number): void
  hasUses(): boolean
  takeUses(): LastUse[]
  putBackUses(uses: readonly LastUse[]): void
}

export function isInForce(record: KeyRecord, nowMs: number): boolean {
  const { revokedAtMs, expiresAtMs } = record.key
  return (
    revokedAtMs === null &&
    record.replacedBy === null &&
    (expiresAtMs === null || expiresAtMs > nowMs)
  )
}

export function createKeyRing(): KeyRing {
  const byHash = new Map<string, KeyRecord>()
  const byId = new Map<string, KeyRecord>()
  const used = new Set<AccountKey>()
  let revision = -1

  function findByName(name: string, nowMs: number): KeyRecord | undefined {
    return byId.values().find((record) => record.key.name === name && isInForce(record, nowMs))
  }

  function put(record: KeyRecord): void {
    revision = Math.max(revision, record.revision)
    const known = byId.get(record.key.id)
    if (known === undefined) {
      byHash.set(record.hash, record)
      byId.set(record.key.id, record)
      return
    }
    // The object stays the same for its holders, and a use not yet written is not lost.
    const lastUsedAtMs = latest(known.key.lastUsedAtMs, record.key.lastUsedAtMs)
    Object.assign(known.key, record.key, { lastUsedAtMs })
    known.replacedBy = record.replacedBy
    known.revision = record.revision
  }

  return {
    revision: () => revision,
    update: (records) => records.forEach(put),
    find(text, nowMs) {
      if (text.length > MAX_KEY_LENGTH) return { problem: 'unknown' }
      return check(byHash.get(hashKey(text)), nowMs)
    },
    check,
    findByHash: (hash) => byHash.get(hash),
    findById: (id) => byId.get(id),
    findByName,
    getRecord(idOrName, nowMs) {
      const record = byId.get(idOrName) ?? findByName(idOrName, nowMs)
      if (record !== undefined) return record
      throw new UsageError(
        unknownKey(
          idOrName,
          [...byId.values()].filter((known) => isInForce(known, nowMs)),
        ),
      )
    },
    listNamed: (name) => [...byId.values()].filter((record) => record.key.name === name),
    meterOf: (key) => byId.get(key.id)?.meter ?? key.id,
    markUsed(key, nowMs) {
      key.lastUsedAtMs = nowMs
      used.add(key)
    },
    takeUses() {
      const uses = [...used].flatMap(({ id, lastUsedAtMs }) =>
        lastUsedAtMs === null ? [] : { keyId: id, usedMs: lastUsedAtMs },
      )
      used.clear()
      return uses
    },
    hasUses: () => used.size > 0,
    putBackUses(uses) {
      for (const use of uses) {
        const record = byId.get(use.keyId)
        if (record !== undefined) used.add(record.key)
      }
    },
  }
}

function check(record: KeyRecord | undefined, nowMs: number): FoundKey {
  if (record === undefined) return { problem: 'unknown' }
  const { key } = record
  if (key.revokedAtMs !== null) return { problem: 'revoked' }
  if (key.expiresAtMs !== null && key.expiresAtMs <= nowMs) return { problem: 'expired' }
  return record
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
