import type { StateDefinition } from '../../../cache/states.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { TokenRow } from '../derive/token-points.ts'
import { tvlTokens } from '../facts.ts'
import type { NewestRecord } from './series.ts'

export type NewestTokens = ReadonlyMap<string, NewestRecord<TokenRow>>

/**
 * The newest token record of every protocol: to look for them in the history of all tokens would
 * take the engine far longer.
 */
export const newestTokensState: StateDefinition<NewestTokens> = {
  name: 'tvl.newestTokens',
  reads: [tvlTokens],
  build: (snapshot) => readNewest(snapshot, 0),
  // A copy, so that an answer that is being made goes on with the picture it began with.
  update: async (known, snapshot, sinceRun) =>
    withLater(known, await readNewest(snapshot, sinceRun)),
}

type Columns = { [N in keyof TokenRow]: TokenRow[N][] } & {
  protocol: string[]
  atSec: number[]
} & Record<string, unknown[]>

/** Each protocol's newest record among the rows of the runs after `sinceRun`. */
async function readNewest(
  snapshot: Snapshot,
  sinceRun: number,
): Promise<Map<string, NewestRecord<TokenRow>>> {
  const times = `SELECT protocol, max(atSec) ${snapshot.versions(tvlTokens, 'run > {sinceRun:UInt32}')} GROUP BY protocol`
  const columns = await snapshot.columns<Columns>(
    `SELECT protocol, atSec, chain, section, token, symbol, amount, valueUsd
     FROM ${snapshot.current(tvlTokens, `run > {sinceRun:UInt32} AND (protocol, atSec) IN (${times})`)} ORDER BY protocol, chain, section, token`,
    { sinceRun },
  )
  const newest = new Map<string, { newestSec: number; rows: TokenRow[] }>()
  const share = sharer()
  columns.protocol.forEach((protocol, index) => {
    const record = newest.get(protocol) ?? { newestSec: columns.atSec[index] ?? 0, rows: [] }
    newest.set(protocol, record)
    record.rows.push({
      chain: share(columns.chain[index]),
      section: share(columns.section[index]),
      token: share(columns.token[index]),
      symbol: share(columns.symbol[index]),
      amount: columns.amount[index] ?? 0,
      valueUsd: columns.valueUsd[index] ?? 0,
    })
  })
  return newest
}

/** A newer record replaces the known one; a correction of the known one goes into it. */
function withLater(known: NewestTokens, later: NewestTokens): NewestTokens {
  const newest = new Map(known)
  for (const [protocol, record] of later) {
    const before = known.get(protocol)
    if (before === undefined || record.newestSec > before.newestSec) newest.set(protocol, record)
    else if (record.newestSec === before.newestSec)
      newest.set(protocol, { ...record, rows: correct(before.rows, record.rows) })
  }
  return newest
}

/**
 * The corrected rows in the order in which they are read, so that the same facts always give the
 * same answer.
 */
function correct(rows: readonly TokenRow[], corrections: readonly TokenRow[]): TokenRow[] {
  const byKey = new Map(
    [...rows, ...corrections].map((row) => [`${row.chain} ${row.section} ${row.token}`, row]),
  )
  const inOrder = (a: string, b: string) => (a < b ? -1 : Number(a > b))
  return [...byKey.values()].sort(
    (a, b) =>
      inOrder(a.chain, b.chain) || inOrder(a.section, b.section) || inOrder(a.token, b.token),
  )
}

/** Keeps one copy of every text: there are far fewer symbols, chains and tokens than rows. */
function sharer(): (text: string | undefined) => string {
  const texts = new Map<string, string>()
  return (text = '') => {
    const known = texts.get(text)
    if (known === undefined) texts.set(text, text)
    return known ?? text
  }
}
