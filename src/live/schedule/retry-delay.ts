/** How long to wait after so many failures in a row: twice as long each time, up to the most. */
export function retryDelayMs(
  failures: number,
  { firstMs, mostMs }: { firstMs: number; mostMs: number },
): number {
  return Math.min(mostMs, firstMs * 2 ** Math.max(0, failures - 1))
}
