/** After this many accepted ranges, a length that was refused is tried again. */
const FORGET_AFTER = 50

export interface LogRangeLimits {
  /** How many blocks are requested at first, and at most. */
  firstLogRange: number
  maxLogRange: number
  /** How many logs a range should have: it is made shorter where there are more. */
  logsPerRange: number
}

/**
 * How many blocks to request logs for, learned from what nodes accept: doubles while accepted,
 * halves when refused, and stays below what was refused for a while.
 */
export class LogRange {
  readonly #limits: LogRangeLimits
  #blocks: number
  #ceiling: number
  #accepted = 0

  constructor(limits: LogRangeLimits) {
    this.#limits = limits
    this.#blocks = Math.min(limits.firstLogRange, limits.maxLogRange)
    this.#ceiling = limits.maxLogRange
  }

  get blocks(): number {
    return this.#blocks
  }

  /** A node returned this many logs for this many blocks. */
  accept(asked: number, found: number): void {
    const { maxLogRange, logsPerRange } = this.#limits
    this.#accepted++
    if (this.#accepted % FORGET_AFTER === 0) this.#ceiling = maxLogRange
    const fitting =
      found === 0 ? maxLogRange : Math.max(1, Math.floor((asked * logsPerRange) / found))
    // The last range is short because the query ends there; it does not show a limit.
    const longer = asked < this.#blocks ? this.#blocks : asked * 2
    this.#blocks = Math.min(longer, this.#ceiling, fitting)
  }

  /** So many were too many; a node may have said how many it accepts. */
  shrink(refused: number, hinted = refused): void {
    this.#accepted = 0
    const proposed = hinted < refused ? hinted : Math.floor(refused / 2)
    // A parallel range may have been refused in the meantime.
    this.#blocks = Math.max(1, Math.min(proposed, this.#blocks))
    // Halfway between what was refused and what is tried next.
    this.#ceiling = Math.max(1, Math.floor((refused + this.#blocks) / 2))
  }
}

/** The last block of the range that a node proposes, when it starts where ours does. */
export function findRangeHint(message: string, fromBlock: number): number | undefined {
  const hint = /\[?(0x[0-9a-f]+),\s*(0x[0-9a-f]+)\]?/i.exec(message)
  if (hint === null || Number(hint[1]) !== fromBlock) return undefined
  const toBlock = Number(hint[2])
  return toBlock >= fromBlock ? toBlock : undefined
}
