/** The right to write, which one process has at a time, as long as its work runs. */
export interface WriterTurn {
  /** Rises with each turn of any process. */
  readonly token: number
  /** Who had the turn before, and the runs that it was about to write. */
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
  /** The point of no return: the claimed runs count, whatever happens to this process. */
  decideRuns(): Promise<void>
  /** Whether `decideRuns` keeps its word outside the journal. */
  readonly isOnRecord: boolean
}

/** Runs work while no other process writes to the same store. */
export type WriterLock = <T>(work: (turn: WriterTurn) => Promise<T>) => Promise<T>

/** The turn of an engine that belongs to this process: nobody else can write. */
export const OWN_TURN: WriterTurn = {
  token: 0,
  before: { holder: null, runs: { from: 0, to: 0, isDecided: false } },
  lost: new AbortController().signal,
  check: () => undefined,
  claimRuns: async () => undefined,
  decideRuns: async () => undefined,
  isOnRecord: false,
}
