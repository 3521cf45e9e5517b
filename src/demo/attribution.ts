import { ALL_CHAINS, forkLinks, oracleLinks } from '../domains/attribution/facts.ts'
import { DAY_SEC } from '../lib/clock.ts'
import type { DemoPart } from './demo-world.ts'
import { type DemoProtocol, demoCast, demoChance } from './market/market.ts'

/** Oracles of the demo world, the most used first; none of them exists. */
const ORACLES = [
  'Beacon Feeds',
  'Plumb Line',
  'Lodestar',
  'Tidewater Index',
  'Sextant',
  'Halyard Prices',
  'Compass Rose',
  'Fathom',
  'Meridian Data',
  'Parallax',
  'Sounding Line',
  'Azimuth',
]
/** Rolls dice for those who need it; it secures nothing. */
const DICE = 'Azimuth'

// What these hold is not priced by an oracle.
const WITHOUT_ORACLE = new Set(['Bridge', 'CEX'])
// Kinds whose code is often taken.
const FORKED = new Set([
  'Dexs',
  'Lending',
  'CDP',
  'Yield',
  'Yield Aggregator',
  'Derivatives',
  'Farm',
])
const ORIGINALS_PER_CATEGORY = 3

interface Use {
  oracle: string
  type: string
  chain?: string
  fromDay?: number
  untilDay?: number
}

/**
 * Oracles and forks of the demo world. Days count from its first one, so that changes fall into its
 * history.
 */
export const attributionDemo: DemoPart = {
  describe: async (stage, { firstDaySec }) => {
    const { protocols } = demoCast()
    const atDay = (day: number | undefined) =>
      day === undefined ? undefined : firstDaySec + day * DAY_SEC
    const links = protocols.flatMap((protocol) =>
      usesOf(protocol).map(({ oracle, type, chain, fromDay, untilDay }) => ({
        protocol: protocol.id,
        oracle,
        type,
        chain: chain ?? ALL_CHAINS,
        atSec: atDay(fromDay) ?? 0,
        untilSec: atDay(untilDay) ?? null,
        proofs: ['https://example.org'],
      })),
    )
    await stage.insertRows(oracleLinks, links)
    await stage.insertRows(
      forkLinks,
      listForks(protocols).map((link) => ({
        ...link,
        withdrawn: null,
        proofs: ['https://example.org'],
      })),
    )
  },
}

/**
 * Most have one oracle; others two that share, one on each chain, one they left, or two at once.
 */
function usesOf(protocol: DemoProtocol): Use[] {
  const chance = (what: string) => demoChance('oracle', protocol.id, what)
  if (WITHOUT_ORACLE.has(protocol.category) || chance('any') > 0.85) return []
  const pick = Math.floor((ORACLES.length - 1) * chance('first') ** 2)
  const first = ORACLES[pick] ?? DICE
  const second =
    ORACLES[(pick + 1 + Math.floor(3 * chance('second'))) % (ORACLES.length - 1)] ?? DICE
  const dice = protocol.category === 'Prediction Market' ? [{ oracle: DICE, type: 'RNG' }] : []
  return [...usesOfKind(chance('kind'), protocol, first, second), ...dice]
}

function usesOfKind(kind: number, { chains }: DemoProtocol, first: string, second: string): Use[] {
  if (kind < 0.12)
    return [
      { oracle: first, type: 'Aggregator' },
      { oracle: second, type: 'Aggregator' },
    ]
  if (kind < 0.22)
    return chains
      .slice(0, 2)
      .map((chain, rank) => ({ oracle: rank === 0 ? first : second, type: 'Primary', chain }))
  // A change of oracle half-way through the history.
  if (kind < 0.3)
    return [
      { oracle: first, type: 'Primary', untilDay: 365 },
      { oracle: second, type: 'Primary', fromDay: 365 },
    ]
  if (kind < 0.35) return [{ oracle: first, type: 'Primary', fromDay: 90, untilDay: 500 }]
  if (kind < 0.4)
    return [
      { oracle: first, type: 'Primary' },
      { oracle: second, type: 'Primary' },
    ]
  if (kind < 0.5)
    return [
      { oracle: first, type: 'Primary' },
      { oracle: second, type: 'Fallback' },
    ]
  return [{ oracle: first, type: 'Primary' }]
}

/**
 * The first few of a category are what others were made from; some of these were taken as originals
 * in their turn.
 */
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
