import demo from '../../../data/demo.json' with { type: 'json' }
import { at } from '../../lib/at.ts'
import { DAY_SEC } from '../../lib/clock.ts'
import { DEMO_DAYS, NEVER_SEC } from '../demo-range.ts'
import { demoAddress, demoChance, highest } from './chance.ts'

/** A protocol of the demo market, with what it holds where. */
export type DemoProtocol = ReturnType<typeof makeProtocol>

type Kind = (typeof demo.kinds)[number]

const FAMILY_EVERY = 9
// Even small chains have wallets, which hold more than their protocols.
const IN_WALLETS_USD = 100e6
// Examples of paths name these: they take part at any share.
const SHOWN = ['Harbor Swap', 'Vesper Swap', 'Wren Lend', 'Kestrel Options', 'Laurel Perps']
const USUAL_TOKENS = ['USDC', 'USDT', 'WETH', 'WBTC', 'DAI']

/** The first protocols of each kind, at least one; a protocol's number does not depend on others. */
export function makeProtocols(share: number): DemoProtocol[] {
  const list: DemoProtocol[] = []
  let number = 0
  for (const kind of demo.kinds) {
    for (let rank = 0; rank < kind.count; rank++) {
      number++
      const word = wordAt(rank * 7 + kind.suffix.length * 3)
      const protocol = makeProtocol(number, word, rank, kind)
      if (rank < kind.count * share || SHOWN.includes(protocol.name)) list.push(protocol)
    }
  }
  return list
}

/** Where a protocol is, and how much of its size lies there: the first chain has most. */
export function placesOf(protocol: DemoProtocol): { chain: string; usd: number }[] {
  return split(protocol.sizeUsd, protocol.chains, 1.3).map(([chain, usd]) => ({ chain, usd }))
}

/** An amount over some chains, most on the first: each has less by a power of its rank. */
export function split(
  amount: number,
  chains: readonly string[],
  power: number,
): [chain: string, part: number][] {
  const weights = chains.map((_, rank) => 1 / (rank + 1) ** power)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return chains.map((chain, rank) => [chain, (amount * at(weights, rank)) / sum])
}

/** What the protocols on each chain hold, or shares of it, the largest first. */
export function usdByChain(
  protocols: readonly DemoProtocol[],
  shareOf: (id: string, chain: string) => number = () => 1,
): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const protocol of protocols)
    for (const { chain, usd } of placesOf(protocol))
      sizes.set(chain, (sizes.get(chain) ?? IN_WALLETS_USD) + usd * shareOf(protocol.id, chain))
  return new Map([...sizes].sort(([, a], [, b]) => b - a))
}

/** From when to when a protocol has figures. */
export function lifeOf(
  { startDay, deadDay }: DemoProtocol,
  firstDaySec: number,
): { fromSec: number; toSec: number } {
  return {
    fromSec: firstDaySec + startDay * DAY_SEC,
    toSec: deadDay === null ? NEVER_SEC : firstDaySec + deadDay * DAY_SEC,
  }
}

function makeProtocol(number: number, word: string, rank: number, kind: Kind) {
  const chance = (what: string) => demoChance('protocol', number, what)
  const isYoung = chance('age') < 0.25
  const { name, parent } = namesOf(word, rank, kind)
  return {
    id: String(number),
    name,
    parent,
    symbol: `${word.slice(0, 3)}${kind.suffix.slice(0, 1)}`.toUpperCase(),
    category: kind.category,
    tokenCoin: `ethereum:${demoAddress('protocol', String(number))}`,
    previousNames: number % 23 === 0 ? [`Old ${name}`] : [],
    sizeUsd: (kind.sizeUsd / (rank + 1) ** 0.9) * (0.6 + 0.8 * chance('size')),
    // Days after the first day of the demo world; 0 for most.
    startDay: isYoung ? Math.floor(DEMO_DAYS * chance('start')) : 0,
    deadDay: number % 37 === 0 ? DEMO_DAYS - 200 : null,
    chains: pickChains(number, chainCount(rank, chance('breadth'))),
    tokens: ('tokens' in kind ? kind.tokens : undefined) ?? USUAL_TOKENS,
    // What is borrowed for each dollar it holds.
    borrowed: ('borrowed' in kind ? kind.borrowed : undefined) ?? 0,
    hasStaking: chance('staking') < 0.35,
    hasPool2: chance('pool2') < 0.15,
    hasVesting: chance('vesting') < 0.06,
    doubleCounted: number % 41 === 0,
  }
}

/** Some protocols are two versions of one family. */
function namesOf(
  word: string,
  rank: number,
  { suffix, count }: Kind,
): { name: string; parent: string | null } {
  const isFamily = rank % FAMILY_EVERY < 2 && count > FAMILY_EVERY
  if (!isFamily) return { name: `${word} ${suffix}`, parent: null }
  // A family's word is one that no single protocol has, so that every slug names one thing.
  const family = Math.floor(rank / FAMILY_EVERY)
  const familyWord = `New${wordAt(family * 11 + suffix.length).toLowerCase()}`
  return {
    name: `${familyWord} ${suffix} V${(rank % FAMILY_EVERY) + 1}`,
    parent: `parent#${`${familyWord}-${suffix}`.toLowerCase()}`,
  }
}

function wordAt(index: number): string {
  return at(demo.words, index % demo.words.length)
}

function chainCount(rank: number, breadth: number): number {
  return Math.max(1, Math.min(10, Math.floor(10 * breadth ** 2 + (rank === 0 ? 12 : 1))))
}

function pickChains(number: number, count: number): string[] {
  return highest(
    demo.chains,
    count,
    (key, rank) => demoChance('chain', number, key) / (1 + rank * 0.04),
  )
}
