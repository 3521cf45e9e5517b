/** Exponential back-off: doubles with every failure in a row, up to `maxMs`. */
export function retryDelayMs(
  failures: number,
  { firstMs, maxMs }: { firstMs: number; maxMs: number },
): number {
  return Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1))
}
