import type { Clock } from '../lib/clock.ts'
import type { CreditLedger } from './credit-ledger.ts'
import type { Database } from './database.ts'
import type { KeyRing } from './key-ring.ts'

/** What the parts of the accounts work on. */
export interface AccountsParts {
  readonly database: Database
  readonly ring: KeyRing
  readonly ledger: CreditLedger
  readonly clock: Clock
  /** One database task at a time: a late response is never mistaken for a newer one. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>
  readonly onProblem: (error: unknown) => void
}
