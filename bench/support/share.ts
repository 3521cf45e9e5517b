// `BENCH_SHARE=0.1` has a tenth of the rows, to try a suite; the limits hold for the full size.
export const SHARE = Number(process.env.BENCH_SHARE ?? 1)

/** How many of something there are at a share of the full size. */
export function countAt(share: number, full: number): number {
  return Math.max(1, Math.round(full * share))
}

/** At most `max` different numbers below a count, spread over all of it. */
export function spread(count: number, max: number): number[] {
  const length = Math.min(max, count)
  return Array.from({ length }, (_, index) => Math.floor((index * count) / length))
}
