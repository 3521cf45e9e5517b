/** What is asked of a protocol before what lies in it counts as active in DeFi. */
export interface PositionHolder {
  readonly id: string
  readonly category: string | null
  readonly parent: string | null
}

/** A position of less is dust. */
export const MIN_POSITION_USD = 10

/**
 * Whether a position in a protocol is DeFi activity (semantics 10.5): the protocol is tracked, is
 * no centralized exchange, and is neither one of the issuer's own nor a child of one.
 */
export function isCountedProtocol(
  protocol: PositionHolder | undefined,
  issuerProtocols: readonly string[],
): boolean {
  if (protocol === undefined || protocol.category === 'CEX') return false
  return (
    !issuerProtocols.includes(protocol.id) &&
    !(protocol.parent !== null && issuerProtocols.includes(protocol.parent))
  )
}
