/** How many blocks to ask for logs at a time, learned from what nodes accept. */
export interface LogRange {
  readonly blocks: number
  /** A node gave so many logs of so many blocks. */
  accept(blocks: number, logs: number): void
  /** The last `blocks` were too many; a node may have said how many would do. */
  shrink(blocks: number, hinted?: number): void
}

/** After so many ranges that were accepted, what was refused once is tried again. */
const FORGET_AFTER = 50

export interface LogRangeLimits {
  /** How many blocks are asked for at first, and at most. */
  firstLogRange: number
  maxLogRange: number
  /** How many logs a piece should have: the range is made shorter where there are more. */
  logsPerPiece: number
}

/**
 * Doubles while all goes well, halves when refused, and stays below what was refused for a while.
 */
export function createLogRange({
  firstLogRange,
  maxLogRange,
  logsPerPiece,
}: LogRangeLimits): LogRange {
  let blocks = Math.min(firstLogRange, maxLogRange)
  let ceiling = maxLogRange
  let accepted = 0
  return {
    get blocks() {
      return blocks
    },
    accept(asked, found) {
      accepted++
      if (accepted % FORGET_AFTER === 0) ceiling = maxLogRange
      const fitting =
        found === 0 ? maxLogRange : Math.max(1, Math.floor((asked * logsPerPiece) / found))
      // The last piece of a query is short because the query ends there, and says nothing about
      // what more would be accepted.
      blocks = Math.min(asked < blocks ? blocks : asked * 2, ceiling, fitting)
    },
    shrink(refused, hinted) {
      accepted = 0
      const proposed = hinted !== undefined && hinted < refused ? hinted : Math.floor(refused / 2)
      // Another piece that was on its way may have taught something since.
      blocks = Math.max(1, Math.min(proposed, blocks))
      // Halfway between what was refused and what is tried next.
      ceiling = Math.max(1, Math.floor((refused + blocks) / 2))
    },
  }
}
