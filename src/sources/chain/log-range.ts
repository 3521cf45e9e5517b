/** How many blocks to request logs for, learned from what nodes accept. */
export interface LogRange {
  readonly blocks: number
  /** A node returned this many logs for this many blocks. */
  accept(blocks: number, logs: number): void
  /** `blocks` were too many; a node may have said how many it accepts. */
  shrink(blocks: number, hinted?: number): void
}

/** After this many accepted ranges, a length that was refused is tried again. */
const FORGET_AFTER = 50

export interface LogRangeLimits {
  /** How many blocks are asked for at first, and at most. */
  firstLogRange: number
  maxLogRange: number
  /** How many logs a range should have: it is made shorter where there are more. */
  logsPerRange: number
}

/** Doubles while accepted, halves when refused, and stays below what was refused for a while. */
export function createLogRange({
  firstLogRange,
  maxLogRange,
  logsPerRange,
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
        found === 0 ? maxLogRange : Math.max(1, Math.floor((asked * logsPerRange) / found))
      // The last range is short because the query ends there; it does not show a limit.
      blocks = Math.min(asked < blocks ? blocks : asked * 2, ceiling, fitting)
    },
    shrink(refused, hinted) {
      accepted = 0
      const proposed = hinted !== undefined && hinted < refused ? hinted : Math.floor(refused / 2)
      // A parallel range may have been refused in the meantime.
      blocks = Math.max(1, Math.min(proposed, blocks))
      // Halfway between what was refused and what is tried next.
      ceiling = Math.max(1, Math.floor((refused + blocks) / 2))
    },
  }
}
