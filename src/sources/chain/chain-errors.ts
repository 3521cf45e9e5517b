/** A chain could not be read. `retryable`: the same request may succeed later without a change. */
export class ChainError extends Error {
  readonly retryable: boolean

  constructor(message: string, retryable: boolean) {
    super(message)
    this.name = 'ChainError'
    this.retryable = retryable
  }
}

/** The block that was being read is no longer part of the chain: read again at another one. */
export class BlockReplaced extends ChainError {
  constructor(chain: string, number: number) {
    super(
      `Block ${number} of ${chain} was replaced while it was read: read again at a newer block.`,
      true,
    )
    this.name = 'BlockReplaced'
  }
}

/** Nodes contradict each other, and there is no majority. */
export class NodesDisagree extends ChainError {
  constructor(chain: string, number: number, reason: string) {
    super(
      `The nodes of ${chain} give no certain answer about block ${number}: ${reason}. Ask again later, or add an endpoint.`,
      true,
    )
    this.name = 'NodesDisagree'
  }
}

/** No endpoint answered within the time that was given. */
export class NoEndpoint extends ChainError {
  constructor(chain: string, reason: string) {
    super(`No endpoint of ${chain} answered: ${reason}. Check its endpoints, or add one.`, true)
    this.name = 'NoEndpoint'
  }
}

export type FaultKind =
  | 'unreachable'
  | 'timeout'
  | 'rateLimited'
  | 'badAnswer'
  | 'tooLarge'
  | 'refused'
  | 'unknownBlock'
  | 'unknownState'
  | 'otherFork'
  | 'wrongChain'
  | 'hashRefused'
  | 'contradicted'

/** One endpoint failed; another one may succeed. The message names only the host. */
export class EndpointFault extends ChainError {
  readonly kind: FaultKind
  /** How long the endpoint asked us to wait. */
  readonly retryAfterMs: number | undefined

  constructor(kind: FaultKind, message: string, retryAfterMs?: number) {
    super(message, kind !== 'wrongChain')
    this.name = 'EndpointFault'
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}
