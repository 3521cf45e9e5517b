const MONTHS_A_YEAR = 365 / 30

/** How many years of a sum a market cap is, at the pace of 30 days. */
export function yearsOf(mcap: number | null, total30d: number | null | undefined): number | null {
  return mcap === null || !total30d ? null : mcap / (total30d * MONTHS_A_YEAR)
}
