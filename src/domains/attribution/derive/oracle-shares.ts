import { ALL_CHAINS } from '../facts.ts'

/** What is said of a protocol and an oracle: from a time on, and until another if it has ended. */
export interface OracleLink {
  oracle: string
  type: string
  chain: string
  fromSec: number
  untilSec: number | null
}

/** A range of time in which an oracle secures a share; `untilSec` is no longer part of it. */
export interface OracleShare {
  oracle: string
  fromSec: number
  untilSec: number
  share: number
}

export const PRIMARY = 'Primary'
export const AGGREGATOR = 'Aggregator'

/** Whether a link secures value; other types do not (attribution.md#categories-forks-oracles). */
export function secures(link: OracleLink): boolean {
  return link.type === PRIMARY || link.type === AGGREGATOR
}

/**
 * How oracles share what is held on a chain over time (attribution.md#oracles): a primary one has
 * all, members of an aggregator equal parts. Links may end and begin at once
 * (attribution.md#oracle-links).
 */
export function oracleShares(links: readonly OracleLink[], chain: string): OracleShare[] {
  const own = links.filter(
    (link) => secures(link) && (link.chain === ALL_CHAINS || link.chain === chain),
  )
  const timestamps = [
    ...new Set(
      own.flatMap(({ fromSec, untilSec }) => [fromSec, untilSec ?? Number.POSITIVE_INFINITY]),
    ),
  ].sort((a, b) => a - b)
  const shares: OracleShare[] = []
  timestamps.slice(0, -1).forEach((fromSec, index) => {
    const untilSec = timestamps[index + 1] ?? Number.POSITIVE_INFINITY
    for (const [oracle, share] of sharesAt(own, fromSec)) {
      const before = shares.findLast((earlier) => earlier.oracle === oracle)
      if (before?.untilSec === fromSec && before.share === share) before.untilSec = untilSec
      else shares.push({ oracle, fromSec, untilSec, share })
    }
  })
  return shares
}

/** The ranges in which any oracle secures it, each timestamp once (attribution.md#oracles). */
export function securedRanges(
  shares: readonly OracleShare[],
): { fromSec: number; untilSec: number }[] {
  const ranges: { fromSec: number; untilSec: number }[] = []
  for (const { fromSec, untilSec } of [...shares].sort((a, b) => a.fromSec - b.fromSec)) {
    const last = ranges.at(-1)
    if (last !== undefined && fromSec <= last.untilSec)
      last.untilSec = Math.max(last.untilSec, untilSec)
    else ranges.push({ fromSec, untilSec })
  }
  return ranges
}

function sharesAt(links: readonly OracleLink[], atSec: number): Map<string, number> {
  const held = links.filter(
    ({ fromSec, untilSec }) => fromSec <= atSec && atSec < (untilSec ?? Number.POSITIVE_INFINITY),
  )
  const members = new Set(
    held.filter(({ type }) => type === AGGREGATOR).map(({ oracle }) => oracle),
  )
  const shares = new Map([...members].map((oracle) => [oracle, 1 / members.size]))
  // An oracle that is both is primary.
  for (const { oracle, type } of held) if (type === PRIMARY) shares.set(oracle, 1)
  return new Map([...shares].sort(([a], [b]) => (a < b ? -1 : 1)))
}
