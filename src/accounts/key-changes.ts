import { randomBytes } from 'node:crypto'
import { UsageError } from '../lib/errors.ts'
import { isInForce, keyState } from './key-ring.ts'
import { type AccountKey, insertKey, type KeyRecord, markRevoked, replaceKey } from './key-store.ts'
import { encodeKey, hashKey, hintOf, MAX_KEY_LENGTH } from './key-text.ts'
import type { AccountsParts } from './parts.ts'

const KEY_BYTES = 32
const ID_BYTES = 6
/** A key stands in a path, so only signs that need no escaping there. */
const KEY_FORM = /^[A-Za-z0-9_~.-]{8,}$/
/** Safe in a terminal's table; a name must not imitate the prefixes of ids and keys. */
const NAME_FORM = /^(?!key_|alm_)[\p{L}\p{N}][\p{L}\p{N} ._@:/+-]{0,63}$/u

export interface NewKey {
  account?: string
  name: string
  plan?: string
  operator?: boolean
  ratePerMinute?: number
  creditsPerMonth?: number
  expiresAtMs?: number | null
  /** A key chosen by configuration; asking again for one that exists gives it back as it is. */
  text?: string
}

export interface KeyWithText {
  text: string
  key: AccountKey
}

interface Parts extends Pick<AccountsParts, 'database' | 'ring' | 'clock'> {
  refreshKeys(): Promise<void>
}

/** What a key has that is made without limits of its own. */
type Defaults = Record<'ratePerMinute' | 'creditsPerMonth', number>

export async function createKey(
  parts: Parts,
  defaults: Defaults,
  options: NewKey,
): Promise<KeyWithText> {
  const { database, ring, clock, refreshKeys } = parts
  const text = options.text ?? encodeKey(randomBytes(KEY_BYTES))
  const record = newRecord({ ...defaults, ...options }, text, parts.clock.nowMs())
  await refreshKeys()
  const known = ring.findByHash(record.hash)
  if (known !== undefined) return { text, key: known.key }
  if (ring.findByName(options.name, clock.nowMs()) !== undefined) throw nameTaken(options.name)
  try {
    await insertKey(database, record)
  } catch (error) {
    if (!database.isConflict(error)) throw error
    // Another process made the same key, or one of this name, since the look above.
    await refreshKeys()
    const made = ring.findByHash(record.hash)
    if (made === undefined) throw nameTaken(options.name)
    return { text, key: made.key }
  }
  return { text, key: await readBack(parts, record.key.id) }
}

export async function rotateKey(
  parts: Parts,
  idOrName: string,
  overlapSec: number,
): Promise<KeyWithText> {
  const { database, ring, clock, refreshKeys } = parts
  if (!Number.isFinite(overlapSec) || overlapSec < 0)
    throw new UsageError('The overlap must be zero seconds or more.')
  await refreshKeys()
  const nowMs = clock.nowMs()
  const old = ring.getRecord(idOrName, nowMs)
  if (!isInForce(old, nowMs)) throw notInForce(old)
  const text = encodeKey(randomBytes(KEY_BYTES))
  const { expiresAtMs } = old.key
  const id = newId()
  const untilMs = nowMs + Math.round(overlapSec * 1000)
  const oldExpiresAtMs = Math.min(untilMs, expiresAtMs ?? Number.POSITIVE_INFINITY)
  // Rotation changes the secret, not what was granted.
  const fresh = { id, hash: hashKey(text), hint: hintOf(text), createdAtMs: nowMs, expiresAtMs }
  await replaceKey(database, { oldId: old.key.id, oldExpiresAtMs, ...fresh })
  await refreshKeys()
  if (ring.findById(id) === undefined) throw notInForce(old)
  return { text, key: await readBack(parts, id) }
}

/** A name revokes every valid key that bears it, those that a rotation still lets live too. */
export async function revokeKey(parts: Parts, idOrName: string): Promise<AccountKey> {
  const { database, ring, clock, refreshKeys } = parts
  await refreshKeys()
  const nowMs = clock.nowMs()
  const record = ring.getRecord(idOrName, nowMs)
  const targets = record.key.id === idOrName ? [record] : ring.listNamed(idOrName)
  const ids = targets.filter(({ key }) => keyState(key, nowMs) === 'live').map(({ key }) => key.id)
  if (ids.length > 0) await markRevoked(database, ids, nowMs)
  return readBack(parts, record.key.id)
}

async function readBack({ ring, refreshKeys }: Parts, id: string): Promise<AccountKey> {
  await refreshKeys()
  const record = ring.findById(id)
  if (record === undefined) throw new Error(`Key ${id} was written but cannot be read`)
  return record.key
}

function newRecord(
  options: NewKey & Defaults,
  text: string,
  nowMs: number,
): Omit<KeyRecord, 'revision'> {
  if (!NAME_FORM.test(options.name)) {
    throw new UsageError(
      'A name has 1 to 64 letters, digits, spaces or . _ @ : / + -, and does not start with key_ or alm_.',
    )
  }
  if (!KEY_FORM.test(text) || text.length > MAX_KEY_LENGTH) {
    throw new UsageError(`A key has 8 to ${MAX_KEY_LENGTH} letters, digits or . _ ~ -`)
  }
  const id = newId()
  const key: AccountKey = {
    id,
    account: options.account ?? 'default',
    name: options.name,
    hint: hintOf(text),
    plan: options.plan ?? 'pro',
    operator: options.operator ?? false,
    ratePerMinute: wholeNumber('rate per minute', options.ratePerMinute, 1),
    creditsPerMonth: wholeNumber('credits per month', options.creditsPerMonth, 0),
    createdAtMs: nowMs,
    expiresAtMs: options.expiresAtMs ?? null,
    revokedAtMs: null,
    lastUsedAtMs: null,
  }
  if (!NAME_FORM.test(key.account))
    throw new UsageError(
      'An account is written like a name: letters, digits, spaces or . _ @ : / + -',
    )
  if (key.expiresAtMs !== null && key.expiresAtMs <= key.createdAtMs)
    throw new UsageError('The expiry must lie in the future.')
  return { key, hash: hashKey(text), meter: id, replacedBy: null }
}

function wholeNumber(what: string, value: number, min: number): number {
  if (!Number.isSafeInteger(value) || value < min)
    throw new UsageError(`The ${what} must be a whole number of at least ${min}.`)
  return value
}

function newId(): string {
  return `key_${randomBytes(ID_BYTES).toString('hex')}`
}

function nameTaken(name: string): UsageError {
  return new UsageError(
    `There is already a key named "${name}"; choose another name, or rotate or revoke that one.`,
  )
}

function notInForce({ key }: KeyRecord): UsageError {
  return new UsageError(
    `Key ${key.name} (${key.id}) is revoked, expired or already replaced, so it cannot be rotated; create a new one.`,
  )
}
