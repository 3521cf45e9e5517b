import { UsageError } from './errors.ts'

/** Thrown to a holder whose lease may be another's: it must not write any more. */
export class LeaseLostError extends UsageError {
  override name = 'LeaseLostError'

  constructor(lease: string, why: string) {
    super(
      `This process lost the lease "${lease}": ${why}. What it left unfinished is taken back by the next run.`,
    )
  }
}

/** Thrown when a commit was requested and no response came: the next writer finds out. */
export class UndecidedError extends UsageError {
  override name = 'UndecidedError'
}
