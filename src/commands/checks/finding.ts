/** What a check found. */
export interface Finding {
  about: string
  state: 'ok' | 'warning' | 'problem'
  text: string
  /** What to do about it. */
  advice?: string
}

const finding =
  (state: 'warning' | 'problem') =>
  (about: string, text: string, advice: string): Finding => ({ about, state, text, advice })

export const ok = (about: string, text: string): Finding => ({ about, state: 'ok', text })
export const warning = finding('warning')
export const problem = finding('problem')

/** Why something failed, in a few words; addresses of several connections are listed. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  if (!(error instanceof Error)) return String(error)
  // `fetch failed` says nothing; its cause does.
  return error.cause === undefined ? error.message : reasonOf(error.cause)
}
