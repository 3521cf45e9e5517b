/** The members whose value is known; those that are null are left out. */
export function knownMembers<M extends Record<string, unknown>>(
  members: M,
): { [N in keyof M]?: NonNullable<M[N]> } {
  const known = Object.entries(members).filter(([, value]) => value !== null)
  return Object.fromEntries(known) as { [N in keyof M]?: NonNullable<M[N]> }
}
