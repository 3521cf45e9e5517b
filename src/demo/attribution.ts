import parts from '../../data/demo-parts.json' with { type: 'json' }
import { ALL_CHAINS, forkLinks, oracleLinks } from '../domains/attribution/facts.ts'
import { at } from '../lib/at.ts'
import { DAY_SEC } from '../lib/clock.ts'
import type { DemoRange } from './demo-range.ts'
import type { DemoPart } from './demo-world.ts'
import { demoChance } from './market/chance.ts'
import type { DemoProtocol } from './market/protocols.ts'

// The most used oracles come first; none of them exists.
const { oracles: ORACLES, withoutOracle, forked } = parts.attribution
/** Provides random numbers only; it secures nothing. */
const RANDOM_NUMBERS = 'Azimuth'

// What these hold is not priced by an oracle.
const WITHOUT_ORACLE = new Set(withoutOracle)
// Categories whose code is often forked.
const FORKED = new Set(forked)
const ORIGINALS_PER_CATEGORY = 3

interface Use {
  oracle: string
  type: string
  chain?: string
  fromDay?: number
  untilDay?: number
}

/** Oracles and forks of the demo world; days count from its first one. */
export const attributionDemo: DemoPart = {
  name: 'attribution',
  write: async ({ stage, isFirst, range, market }) => {
    if (!isFirst) return
    const { protocols } = market
    await stage.insertRows(
      oracleLinks,
      protocols.flatMap((protocol) => oracleRows(protocol, range)),
    )
    await stage.insertRows(
      forkLinks,
      listForks(protocols).map((link) => ({ ...link, proofs: ['https://example.org'] })),
    )
  },
}

function oracleRows(protocol: DemoProtocol, { firstDaySec }: DemoRange): Record<string, unknown>[] {
  const atDay = (day: number) => firstDaySec + day * DAY_SEC
  return usesOf(protocol).map(({ oracle, type, chain, fromDay, untilDay }) => ({
    protocol: protocol.id,
    oracle,
    type,
    chain: chain ?? ALL_CHAINS,
    // A link without a start holds from the beginning of time.
    atSec: fromDay === undefined ? 0 : atDay(fromDay),
    untilSec: untilDay === undefined ? null : atDay(untilDay),
    proofs: ['https://example.org'],
  }))
}

/** Most have one oracle; others share two, have one on each chain, left one or have two at once. */
function usesOf(protocol: DemoProtocol): Use[] {
  const chance = (what: string) => demoChance('oracle', protocol.id, what)
  if (WITHOUT_ORACLE.has(protocol.category) || chance('any') > 0.85) return []
  const pick = Math.floor((ORACLES.length - 1) * chance('first') ** 2)
  const first = at(ORACLES, pick)
  const second = at(ORACLES, (pick + 1 + Math.floor(3 * chance('second'))) % (ORACLES.length - 1))
  const random =
    protocol.category === 'Prediction Market' ? [{ oracle: RANDOM_NUMBERS, type: 'RNG' }] : []
  return [...usesOfKind(chance('kind'), protocol, first, second), ...random]
}

function usesOfKind(kind: number, { chains }: DemoProtocol, first: string, second: string): Use[] {
  const one = { oracle: first, type: 'Primary' }
  const other = { oracle: second, type: 'Primary' }
  if (kind < 0.12) return [one, other].map((use) => ({ ...use, type: 'Aggregator' }))
  if (kind < 0.22)
    return chains.slice(0, 2).map((chain, rank) => ({ ...(rank === 0 ? one : other), chain }))
  // A change of oracle half-way through the history.
  if (kind < 0.3)
    return [
      { ...one, untilDay: 365 },
      { ...other, fromDay: 365 },
    ]
  if (kind < 0.35) return [{ ...one, fromDay: 90, untilDay: 500 }]
  if (kind < 0.4) return [one, other]
  if (kind < 0.5) return [one, { ...other, type: 'Fallback' }]
  return [one]
}

/** The first few of a category are the originals of later ones; some forks are forked again. */
function listForks(protocols: readonly DemoProtocol[]): { protocol: string; original: string }[] {
  const links: { protocol: string; original: string }[] = []
  for (const [category, list] of Map.groupBy(protocols, (protocol) => protocol.category)) {
    if (!FORKED.has(category)) continue
    const forks: DemoProtocol[] = []
    for (const protocol of list.slice(ORIGINALS_PER_CATEGORY)) {
      const chance = (what: string) => demoChance('fork', protocol.id, what)
      if (chance('any') > 0.4) continue
      const known =
        forks.length > 0 && chance('of a fork') < 0.25
          ? forks
          : list.slice(0, ORIGINALS_PER_CATEGORY)
      const original = known[Math.floor(known.length * chance('which'))]
      if (original === undefined) continue
      links.push({ protocol: protocol.id, original: original.id })
      forks.push(protocol)
    }
  }
  return links
}
