import { setTimeout as sleep } from 'node:timers/promises'
import { UsageError } from '../lib/errors.ts'
import { LeaseLostError, UndecidedError } from '../lib/lease-errors.ts'
import { reasonOf } from '../lib/reason-of.ts'
import { type Sql, sql } from '../lib/sql.ts'
import type { HeldLock } from '../store/writer-lock.ts'
import { type Database, query } from './database.ts'

/** Which runs a holder writes, on record for its successor. */
type RunsOfLease = Pick<HeldLock, 'claimRuns' | 'decideRuns' | 'isOnRecord'>

const RETRY_MS = 200

export function holdRuns(
  database: Database,
  { name, token, check }: { name: string; token: number; check: () => void },
): RunsOfLease {
  const update = async (set: Sql, values: readonly number[]) => {
    const [row] = await query(
      database,
      sql`UPDATE leases SET ${set} WHERE name = $1 AND token = $2 AND expires_ms > ${database.nowMsSql} RETURNING token`,
      [name, token, ...values],
    )
    if (row === undefined)
      throw new LeaseLostError(name, 'it ran out, and may be held by another process')
  }
  return {
    claimRuns: async (from, to) => {
      check()
      await update(sql`run_from = $3, run_to = $4, decided = 0`, [from, to]).catch((error) => {
        if (error instanceof LeaseLostError) throw error
        throw new UsageError(
          `The accounts database does not answer (${reasonOf(error)}), so nothing was committed.`,
          { cause: error },
        )
      })
    },
    decideRuns: async () => {
      check()
      const decide = () => update(sql`decided = 1`, [])
      try {
        await decide()
      } catch (error) {
        if (error instanceof LeaseLostError) throw error
        await decideAgain(decide, check, error)
      }
    },
    isOnRecord: true,
  }
}

/** A response that was lost may have been yes, so from the first failure on it is in doubt. */
async function decideAgain(
  decide: () => Promise<void>,
  check: () => void,
  first: unknown,
): Promise<void> {
  for (;;) {
    await sleep(RETRY_MS)
    try {
      check()
      return await decide()
    } catch (error) {
      if (error instanceof LeaseLostError) throw inDoubt(first)
    }
  }
}

function inDoubt(failure: unknown): UndecidedError {
  return new UndecidedError(
    `The accounts database did not answer when the run was to be committed (${reasonOf(failure)}). ` +
      'The next run finds out: it keeps this one whole or takes it back. `almanac runs list` tells which.',
    { cause: failure },
  )
}
