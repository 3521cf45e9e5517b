/** What went into bridges and out of them on a chain in some time. */
export interface Flow {
  readonly depositUsd: number
  readonly withdrawUsd: number
  readonly depositTxs: number
  readonly withdrawTxs: number
}

export const NO_FLOW: Flow = { depositUsd: 0, withdrawUsd: 0, depositTxs: 0, withdrawTxs: 0 }

export function addFlows(a: Flow, b: Flow): Flow {
  return {
    depositUsd: a.depositUsd + b.depositUsd,
    withdrawUsd: a.withdrawUsd + b.withdrawUsd,
    depositTxs: a.depositTxs + b.depositTxs,
    withdrawTxs: a.withdrawTxs + b.withdrawTxs,
  }
}

/**
 * The same money seen from the other side: what was put into the bridge here comes out of it there
 * (semantics 9.2).
 */
export function invertFlow(flow: Flow): Flow {
  return {
    depositUsd: flow.withdrawUsd,
    withdrawUsd: flow.depositUsd,
    depositTxs: flow.withdrawTxs,
    withdrawTxs: flow.depositTxs,
  }
}

/**
 * Volume in US dollars: half of what went in and what came out, since money that was bridged did
 * both (semantics 9.2).
 */
export function volumeUsd({ depositUsd, withdrawUsd }: Flow): number {
  return (depositUsd + withdrawUsd) / 2
}
