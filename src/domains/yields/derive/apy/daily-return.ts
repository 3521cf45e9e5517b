const DAYS_A_YEAR = 365

/** What a yearly yield with interest on interest earns in a day, as a fraction (semantics 5.2). */
export function dailyReturn(apyPct: number): number {
  return (1 + apyPct / 100) ** (1 / DAYS_A_YEAR) - 1
}
