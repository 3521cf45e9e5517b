import { DAY_SEC } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import {
  type Members,
  readMembers,
  readOptionalMembers,
  readTexts,
  requireNumber,
} from '../../../sources/mirror/read-value.ts'
import {
  type Mirrored,
  type ResponseReader,
  readItems,
  rowsOf,
} from '../../../sources/mirror/response.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { chains, protocolIds, readRegistry } from '../../registry/public.ts'
import { PLAIN, tvlRecords } from '../../tvl/public.ts'
import { AGGREGATOR, PRIMARY } from '../derive/oracle-shares.ts'
import { ALL_CHAINS, forkLinks, oracleLinks } from '../facts.ts'

// Protocols that were not measured since have no share to compare.
const MAX_TVL_AGE_SEC = 7 * DAY_SEC

const ORACLES = 'attribution.getOracleMetrics'
const FORKS = 'attribution.getForkMetrics'

/** `/api/v2/metrics/oracle`: which protocols each oracle secures now, and how much of them. */
const getOracleMetrics: ResponseReader = {
  operation: ORACLES,
  calls: async (snapshot, { nowSec }) => [
    { operation: ORACLES, params: {}, mark: '', known: await readKnown(snapshot, nowSec) },
  ],
  carries: [
    {
      fact: oracleLinks,
      refill: 'current only',
      note: 'Links of today that secure value, taken to have held always; no other types, dates or proofs. Protocols must be known.',
      scope: [],
      // As much as a link that was never listed.
      takesBack: { values: { untilSec: 0 }, within: 'scope' },
    },
  ],
  rows: (body, context) => {
    const { registry, tvl } = (context.call.known ?? {}) as Partial<Known>
    const ids = protocolIds(context, registry)
    const { oracles, oraclesTVS } = readMembers(body, 'body')
    const secured = readOptionalMembers(oraclesTVS, 'oraclesTVS')
    const named = Object.entries(readOptionalMembers(oracles, 'oracles'))
    const links = readItems(named, 'oracles', context, (entry) => {
      const [oracle, list] = entry as [string, unknown]
      const values = readOptionalMembers(secured[oracle], `oraclesTVS.${oracle}`)
      return readTexts(list, `oracles.${oracle}`).flatMap((name) => {
        const protocol = ids.find(name)
        if (protocol === undefined) return []
        const byChain = readOptionalMembers(values[name], `oraclesTVS.${oracle}.${name}`)
        return linksOf({ oracle, protocol }, byChain, `oraclesTVS.${oracle}.${name}`)
      })
    })
    ids.report()
    return [rowsOf(oracleLinks, withTypes(links.flat(), tvl ?? new Map()))]
  },
}

interface Link {
  protocol: string
  oracle: string
  chain: string
  /** What it secures; undefined where that is not said. */
  usd: number | undefined
}

function linksOf(
  names: Pick<Link, 'oracle' | 'protocol'>,
  byChain: Members,
  member: string,
): Link[] {
  const chains = Object.entries(byChain)
  if (chains.length === 0) return [{ ...names, chain: ALL_CHAINS, usd: undefined }]
  return chains.map(([chain, usd]) => ({
    ...names,
    chain,
    usd: requireNumber(usd, `${member}.${chain}`),
  }))
}

// The members of an aggregator have half or less each.
const PRIMARY_SHARE = 0.75

/** Oracles that secure all of a TVL on a chain, or of which that is not told, are primary. */
function withTypes(links: readonly Link[], tvl: ReadonlyMap<string, number>) {
  const places = Map.groupBy(links, placeOf)
  return links.map(({ usd, ...link }) => {
    const isAlone = places.get(placeOf(link))?.length === 1
    const isWhole = usd === undefined || usd >= PRIMARY_SHARE * (tvl.get(placeOf(link)) ?? 0)
    return {
      ...link,
      type: isAlone || isWhole ? PRIMARY : AGGREGATOR,
      atSec: 0,
      untilSec: null,
      proofs: [],
      quality: 'extrapolated' as const,
    }
  })
}

function placeOf({ protocol, chain }: Pick<Link, 'protocol' | 'chain'>): string {
  return `${protocol} ${chains.keyOf(chain)}`
}

interface Known {
  registry: unknown
  /** USD by protocol and chain. */
  tvl: ReadonlyMap<string, number>
}

async function readKnown(snapshot: Snapshot, nowSec: number): Promise<Known> {
  const rows = await snapshot.query<{ protocol: string; chain: string; usd: number }>(
    sql`SELECT protocol, chain, argMax(tvlUsd, atSec) AS usd
     FROM ${snapshot.current(tvlRecords, sql`section = {section:String} AND atSec >= {sinceSec:UInt32}`)} GROUP BY protocol, chain`,
    { section: PLAIN, sinceSec: nowSec - MAX_TVL_AGE_SEC },
  )
  return {
    registry: await readRegistry(snapshot),
    tvl: new Map(rows.map((row) => [placeOf(row), row.usd])),
  }
}

/** `/api/v2/metrics/fork`: the forks of each original, by name. */
const getForkMetrics: ResponseReader = {
  operation: FORKS,
  calls: async (snapshot) => [
    { operation: FORKS, params: {}, mark: '', known: await readRegistry(snapshot) },
  ],
  carries: [
    {
      fact: forkLinks,
      refill: 'whole',
      note: 'Without proofs. Originals of one name are one. Protocols must be known.',
      scope: [],
      takesBack: { values: { withdrawn: true }, within: 'scope' },
    },
  ],
  rows: (body, context) => {
    const ids = protocolIds(context)
    const links = readItems(Object.entries(readMembers(body, 'body')), 'body', context, (entry) => {
      const [original, forks] = entry as [string, unknown]
      return readTexts(forks, original).flatMap((fork) => {
        const [from, protocol] = [ids.find(original), ids.find(fork)]
        if (from === undefined || protocol === undefined || from === protocol) return []
        return [{ protocol, original: from, withdrawn: null, proofs: [] }]
      })
    })
    ids.report()
    return [rowsOf(forkLinks, links.flat())]
  },
}

export const attributionMirror: Mirrored = { responses: [getOracleMetrics, getForkMetrics] }
