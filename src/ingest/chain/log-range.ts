/** How many blocks to ask for logs at a time, learned from what nodes accept. */
export interface LogRange {
  readonly blocks: number
  grow(): void
  /** The last `blocks` were too many; a node may have said how many would do. */
  shrink(blocks: number, hinted?: number): void
}

/** After so many ranges that were accepted, what was refused once is tried again. */
const FORGET_AFTER = 50

/** Doubles while all goes well, halves when refused, and stays below what was refused for a while. */
export function createLogRange(first: number, maximum: number): LogRange {
  let blocks = Math.min(first, maximum)
  let ceiling = maximum
  let accepted = 0
  return {
    get blocks() {
      return blocks
    },
    grow() {
      accepted++
      if (accepted % FORGET_AFTER === 0) ceiling = maximum
      blocks = Math.min(blocks * 2, ceiling)
    },
    shrink(refused, hinted) {
      accepted = 0
      blocks = Math.max(1, hinted !== undefined && hinted < refused ? hinted : Math.floor(refused / 2))
      // Halfway between what was refused and what is tried next.
      ceiling = Math.max(1, Math.floor((refused + blocks) / 2))
    },
  }
}
