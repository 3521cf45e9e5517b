/** What a check found. */
export interface Finding {
  about: string
  state: 'ok' | 'warning' | 'problem'
  text: string
  /** What to do about it. */
  advice?: string
}

export const ok = (about: string, text: string): Finding => ({ about, state: 'ok', text })

export const warning = (about: string, text: string, advice: string): Finding => ({
  about,
  state: 'warning',
  text,
  advice,
})

export const problem = (about: string, text: string, advice: string): Finding => ({
  about,
  state: 'problem',
  text,
  advice,
})

/** Why something failed, in a few words; addresses of several connections are listed. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  if (!(error instanceof Error)) return String(error)
  // `fetch failed` says nothing; its cause does.
  return error.cause === undefined ? error.message : reasonOf(error.cause)
}
