import { UsageError } from '../lib/errors.ts'
import { type Sql, sql } from '../lib/sql.ts'
import { type Database, query } from './database.ts'

const ATTEMPTS = 50

/** Step N brings version N to N + 1; a published step is never edited, a new one is appended. */
const STEPS: readonly (readonly Sql[])[] = [
  [
    sql`CREATE TABLE api_keys (
      id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, account TEXT NOT NULL, name TEXT NOT NULL, hint TEXT NOT NULL, plan TEXT NOT NULL,
      rate_per_minute BIGINT NOT NULL, credits_per_month BIGINT NOT NULL, created_ms BIGINT NOT NULL, expires_ms BIGINT, revoked_ms BIGINT,
      replaced_by TEXT, meter TEXT NOT NULL, revision BIGINT NOT NULL)`,
    sql`CREATE UNIQUE INDEX api_keys_live_name ON api_keys (name) WHERE revoked_ms IS NULL AND replaced_by IS NULL`,
    sql`CREATE INDEX api_keys_revision ON api_keys (revision)`,
    sql`CREATE TABLE accounts_revision (revision BIGINT NOT NULL)`,
    sql`INSERT INTO accounts_revision (revision) VALUES (0)`,
    sql`CREATE TABLE credit_usage (
      meter TEXT NOT NULL, month TEXT NOT NULL, used BIGINT NOT NULL, changed_ms BIGINT NOT NULL, PRIMARY KEY (month, meter))`,
    sql`CREATE TABLE key_last_use (key_id TEXT PRIMARY KEY, used_ms BIGINT NOT NULL)`,
  ],
  [
    sql`CREATE TABLE leases (name TEXT PRIMARY KEY, holder TEXT NOT NULL, expires_ms BIGINT NOT NULL)`,
  ],
  [
    sql`CREATE TABLE hooks (
      id TEXT PRIMARY KEY, url TEXT NOT NULL, events TEXT NOT NULL, facts TEXT NOT NULL, allow_private BIGINT NOT NULL, secret TEXT NOT NULL,
      created_ms BIGINT NOT NULL, position_run BIGINT, failures BIGINT NOT NULL, next_ms BIGINT NOT NULL)`,
    sql`CREATE TABLE hook_deliveries (
      hook TEXT NOT NULL, run BIGINT NOT NULL, part BIGINT NOT NULL, event TEXT NOT NULL, body TEXT NOT NULL, queued_ms BIGINT NOT NULL,
      state TEXT NOT NULL, attempts BIGINT NOT NULL, last_ms BIGINT, last_error TEXT, PRIMARY KEY (hook, run, part))`,
    sql`CREATE INDEX hook_deliveries_pending ON hook_deliveries (hook, run, part) WHERE state = 'pending'`,
  ],
  [
    sql`ALTER TABLE api_keys ADD COLUMN operator BIGINT NOT NULL DEFAULT 0`,
    sql`CREATE TABLE key_usage (
      day TEXT NOT NULL, key_id TEXT NOT NULL, operation TEXT NOT NULL, requests BIGINT NOT NULL, credits BIGINT NOT NULL,
      PRIMARY KEY (day, key_id, operation))`,
    sql`CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL)`,
  ],
  [
    sql`ALTER TABLE leases ADD COLUMN token BIGINT NOT NULL DEFAULT 0`,
    sql`ALTER TABLE leases ADD COLUMN previous TEXT`,
    sql`ALTER TABLE leases ADD COLUMN run_from BIGINT NOT NULL DEFAULT 0`,
    sql`ALTER TABLE leases ADD COLUMN run_to BIGINT NOT NULL DEFAULT 0`,
    sql`ALTER TABLE leases ADD COLUMN decided BIGINT NOT NULL DEFAULT 0`,
    sql`CREATE TABLE usage_writers (writer TEXT PRIMARY KEY, batch BIGINT NOT NULL, at_ms BIGINT NOT NULL)`,
  ],
]

/** Brings the schema up to date; of several processes one does each step, the others look again. */
export async function migrate(database: Database): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await applySteps(database)
      return
    } catch (error) {
      if (attempt === ATTEMPTS || !database.isConflict(error)) throw error
    }
  }
}

async function applySteps(database: Database): Promise<void> {
  await query(database, sql`CREATE TABLE IF NOT EXISTS schema_version (version BIGINT PRIMARY KEY)`)
  const [row] = await query(database, sql`SELECT MAX(version) AS version FROM schema_version`)
  const version = Number(row?.version ?? 0)
  if (version > STEPS.length) {
    throw new UsageError(
      `The accounts database has version ${version}; this program knows ${STEPS.length}. Start a newer program.`,
    )
  }
  for (const [index, step] of STEPS.entries()) {
    if (index < version) continue
    // The version's primary key makes the second of two processes fail before it touches a table.
    const claim = {
      text: sql`INSERT INTO schema_version (version) VALUES ($1)`,
      values: [index + 1],
    }
    await database.run([claim, ...step.map((text) => ({ text, values: [] }))])
  }
}
