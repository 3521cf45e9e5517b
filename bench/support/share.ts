// `BENCH_SHARE=0.1` has a tenth of the rows, to try a suite; the limits hold for the full size.
export const SHARE = Number(process.env.BENCH_SHARE ?? 1)

/** How many of something there are at a share of the full size. */
export function countAt(share: number, full: number): number {
  return Math.max(1, Math.round(full * share))
}
