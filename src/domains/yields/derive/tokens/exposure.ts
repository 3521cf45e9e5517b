export type Exposure = 'single' | 'multi'

/**
 * How many tokens a holder is exposed to (semantics 5.2): what the source says, else several when
 * the symbol has a dash.
 */
export function exposureOf(symbol: string, given: string | null): Exposure {
  if (given === 'single' || given === 'multi') return given
  return symbol.includes('-') ? 'multi' : 'single'
}
