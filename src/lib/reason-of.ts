/**
 * Why something failed, in words. Connecting to a name with several addresses fails with an
 * AggregateError, whose own message is empty.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
