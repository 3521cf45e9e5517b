/** The right to write, which one process has at a time, as long as its work runs. */
export interface HeldLock {
  /** Rises each time any process takes the lock. */
  readonly token: number
  /** Who held the lock before, and the runs that it was about to write. */
  readonly before: {
    holder: string | null
    runs: { from: number; to: number; isDecided: boolean }
  }
  /** Aborted as soon as another may write. */
  readonly lost: AbortSignal
  /** Throws when another may write. */
  check(): void
  /** Puts on record which runs are written next; refused when another may write. */
  claimRuns(from: number, to: number): Promise<void>
  /** The commit point: the claimed runs count, whatever happens to this process. */
  decideRuns(): Promise<void>
  /** whether `decideRuns` persists outside the journal. */
  readonly isOnRecord: boolean
}

/** Runs work while no other process writes to the same store. */
export type WriterLock = <T>(work: (lock: HeldLock) => Promise<T>) => Promise<T>

/** The lock of an engine that belongs to this process: nobody else can write. */
export const OWN_LOCK: HeldLock = {
  token: 0,
  before: { holder: null, runs: { from: 0, to: 0, isDecided: false } },
  lost: new AbortController().signal,
  check: () => undefined,
  claimRuns: async () => undefined,
  decideRuns: async () => undefined,
  isOnRecord: false,
}
