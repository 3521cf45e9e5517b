import { sql } from '../lib/sql.ts'
import { type Database, query, type Statement } from './database.ts'

export interface AccountKey {
  id: string
  account: string
  name: string
  /** `alm_`, the first four and the last four letters: safe to show. */
  hint: string
  plan: string
  /** It may list, make, rotate and revoke keys over HTTP. */
  operator: boolean
  ratePerMinute: number
  creditsPerMonth: number
  createdAtMs: number
  expiresAtMs: number | null
  revokedAtMs: number | null
  lastUsedAtMs: number | null
}

/** A key as stored, with what only this folder needs to know. */
export interface KeyRecord {
  key: AccountKey
  hash: string
  /** Whose credits it spends: its own id, or that of the first key of its line of rotations. */
  meter: string
  /** The key that took over its name, by rotation or after it expired. */
  replacedBy: string | null
  revision: number
}

const COLUMNS = sql`id, hash, account, name, hint, plan, rate_per_minute, credits_per_month, created_ms, expires_ms, revoked_ms, replaced_by,
  meter, operator, revision`
const REVISION = sql`(SELECT revision FROM accounts_revision)`

/** Holds its row until the transaction ends, so that revisions become visible in their order. */
const NEXT_REVISION: Statement = {
  text: sql`UPDATE accounts_revision SET revision = revision + 1`,
  values: [],
}

type StoredKey = Omit<AccountKey, 'operator'> & Omit<KeyRecord, 'key'> & { operator: number }

export async function listRecords(database: Database, afterRevision: number): Promise<KeyRecord[]> {
  const text = sql`SELECT id, account, name, hint, plan, operator, rate_per_minute AS "ratePerMinute", credits_per_month AS "creditsPerMonth",
      created_ms AS "createdAtMs", expires_ms AS "expiresAtMs", revoked_ms AS "revokedAtMs", used_ms AS "lastUsedAtMs",
      hash, meter, replaced_by AS "replacedBy", revision
    FROM api_keys LEFT JOIN key_last_use ON key_id = id WHERE revision > $1 ORDER BY revision, created_ms`
  const rows = await query<StoredKey>(database, text, [afterRevision])
  return rows.map(({ hash, meter, replacedBy, revision, operator, ...key }) => ({
    ...{ hash, meter, replacedBy, revision },
    key: { ...key, operator: operator === 1 },
  }))
}

/** Stores a new key; a key of the same name that has expired gives the name up. */
export async function insertKey(
  database: Database,
  record: Omit<KeyRecord, 'revision'>,
): Promise<void> {
  const { key, hash, meter } = record
  const freeName = {
    text: sql`UPDATE api_keys SET replaced_by = $1, revision = ${REVISION}
      WHERE name = $2 AND revoked_ms IS NULL AND replaced_by IS NULL AND expires_ms <= $3`,
    values: [key.id, key.name, key.createdAtMs],
  }
  const insert = {
    text: sql`INSERT INTO api_keys (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, NULL, NULL, $11, $12, ${REVISION})`,
    values: [
      ...[key.id, hash, key.account, key.name, key.hint, key.plan, key.ratePerMinute],
      ...[key.creditsPerMonth, key.createdAtMs, key.expiresAtMs, meter, key.operator ? 1 : 0],
    ],
  }
  await database.run([NEXT_REVISION, freeName, insert])
}

interface Replacement {
  oldId: string
  oldExpiresAtMs: number
  id: string
  hash: string
  hint: string
  createdAtMs: number
  expiresAtMs: number | null
}

/** Stores the successor of a key; nothing happens if the old one was revoked or replaced since. */
export async function replaceKey(database: Database, change: Replacement): Promise<void> {
  const { oldId, id, hash, hint, createdAtMs } = change
  const retire = {
    text: sql`UPDATE api_keys SET expires_ms = $2, replaced_by = $3, revision = ${REVISION}
      WHERE id = $1 AND revoked_ms IS NULL AND replaced_by IS NULL`,
    values: [oldId, change.oldExpiresAtMs, id],
  }
  const succeed = {
    text: sql`INSERT INTO api_keys (${COLUMNS})
      SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), account, name, CAST($3 AS TEXT), plan, rate_per_minute, credits_per_month,
        CAST($4 AS BIGINT), CAST($5 AS BIGINT), NULL, NULL, meter, operator, revision
      FROM api_keys WHERE id = $6 AND replaced_by = $1`,
    values: [id, hash, hint, createdAtMs, change.expiresAtMs, oldId],
  }
  await database.run([NEXT_REVISION, retire, succeed])
}

export async function markRevoked(
  database: Database,
  ids: readonly string[],
  nowMs: number,
): Promise<void> {
  const text = sql`UPDATE api_keys SET revoked_ms = $2, revision = ${REVISION} WHERE id = $1 AND revoked_ms IS NULL`
  await database.run([NEXT_REVISION, ...ids.map((id) => ({ text, values: [id, nowMs] }))])
}
