export interface Backoff {
  readonly firstMs: number
  readonly maxMs: number
  /** The delay is multiplied by a factor between these two, chosen by chance. */
  readonly spread?: readonly [least: number, most: number]
}

/** Exponential backoff after the nth failure in a row; `chance` is from 0 to 1. */
export function backoffMs(
  failures: number,
  { firstMs, maxMs, spread: [least, most] = [1, 1] }: Backoff,
  chance = 0,
): number {
  const fullMs = Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1))
  return fullMs * (least + (most - least) * chance)
}
