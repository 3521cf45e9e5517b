import { PLAIN, type RecordRow } from '../../tvl/public.ts'
import type { Member } from './members.ts'
import { oracleShares } from './oracle-shares.ts'

/** What an oracle secures of one protocol on one chain, without sections. */
export interface SecuredValue {
  oracle: string
  protocol: string
  chain: string
  usd: number
}

/** What the oracles of a protocol secure of a record, by chain, at a moment (semantics 8.4). */
export function securedValues(
  member: Member,
  rows: readonly RecordRow[],
  atSec: number,
): SecuredValue[] {
  return rows
    .filter(({ section }) => section === PLAIN)
    .flatMap(({ chain, usd }) =>
      oracleShares(member.oracleLinks, chain)
        .filter(({ fromSec, untilSec }) => fromSec <= atSec && atSec < untilSec)
        .map(({ oracle, share }) => ({ oracle, protocol: member.id, chain, usd: usd * share })),
    )
}
