import demo from '../../../data/demo-stablecoins.json' with { type: 'json' }
import { toSlug } from '../../lib/slug.ts'
import { DEMO_DAYS } from '../demo-range.ts'
import { demoChance, pick } from '../market/chance.ts'
import type { DemoMarket } from '../market/market.ts'
import { usdByChain } from '../market/protocols.ts'

/** What happens to a stablecoin of the demo world. */
type Fate =
  | 'depegged'
  | 'yield'
  | 'algorithmic'
  | 'dead'
  | 'gaps'
  | 'slip'
  | 'unpriced'
  | 'delisted'

/** A stablecoin and where it is; its figures are functions of time made from these. */
export interface DemoStablecoin {
  id: string
  name: string
  symbol: string
  /** Currency code, or VAR. */
  peg: string
  mechanism: string
  coin: string
  supply: number
  fate: Fate | undefined
  /** Days after the first of the demo world at which it starts and ends. */
  startDay: number
  endDay: number | undefined
  /** Also a coin of the market: its price and supply are made there. */
  isMarketCoin: boolean
  places: DemoPlace[]
}

export interface DemoPlace {
  chain: string
  /** Where the tokens came from; `undefined` where they are minted. */
  sourceChain: string | undefined
  /** Part of the supply that is minted here or bridged to here. */
  share: number
  /** Part of the supply that is minted here and never released. */
  unreleased: number
}

const UNITS_OF_A_DOLLAR: Record<string, number> = { JPY: 150, TRY: 34, BRL: 5.4, XAU: 1 / 2350 }
const NAMES: Readonly<Record<string, string>> = demo.names
// Bridged amounts swing around their shares by up to 14%, which the chain of issue must cover.
const MIN_SHARE_OF_HOME = 0.17
const UNRELEASED = 0.004
const DEAD_DAYS_AGO = 220

/** All stablecoins of the demo world; the same on every machine. */
export function listStablecoins({ protocols, coinById }: DemoMarket): DemoStablecoin[] {
  const sizes = usdByChain(protocols)
  const market = demo.coins.map(
    ({ coin, peg, mechanism, home, chains, native }, index): DemoStablecoin => {
      const known = coinById.get(coin)
      if (known === undefined) throw new Error(`The demo market has no ${coin}.`)
      const { name, symbol, supply } = known
      // The part of a protocol's holdings that its records have of this token.
      const demand = usdByChain(
        protocols,
        (id, chain) => 0.4 + demoChance('share', id, chain, symbol),
      )
      return {
        id: String(index + 1),
        name,
        symbol,
        peg,
        mechanism,
        coin,
        supply,
        fate: undefined,
        startDay: 0,
        endDay: undefined,
        isMarketCoin: true,
        places: spread(home, chains, new Set(native), demand),
      }
    },
  )
  const words = Object.entries(demo.words).flatMap(([peg, list]) =>
    list.map((word, rank) => ({ peg, word, rank })),
  )
  return [
    ...market,
    ...words.map(({ peg, word, rank }, index) =>
      makeStablecoin(String(market.length + index + 1), peg, word, rank, sizes),
    ),
  ]
}

function makeStablecoin(
  id: string,
  peg: string,
  word: string,
  rank: number,
  sizes: Demand,
): DemoStablecoin {
  const chance = (what: string) => demoChance('stablecoin', id, what)
  const fate = (demo.special as Record<string, Fate>)[word]
  const name = `${word} ${NAMES[peg] ?? peg}`
  const sizeUsd =
    ((peg === 'USD' ? 2.4e9 : 60e6) / (rank + 1) ** 0.9) * (0.6 + 0.8 * chance('size'))
  const home = pick(demo.homes, chance('home'))
  return {
    id,
    name,
    symbol: `${word.slice(0, 3).toUpperCase()}${peg === 'VAR' ? 'X' : peg}`,
    peg,
    mechanism:
      fate === 'algorithmic' || fate === 'dead' || peg === 'VAR'
        ? 'algorithmic'
        : chance('kind') < 0.4
          ? 'crypto-backed'
          : 'fiat-backed',
    coin: `aggregator:${toSlug(name)}`,
    supply: Math.floor(sizeUsd * (UNITS_OF_A_DOLLAR[peg] ?? 1)),
    fate,
    startDay: chance('age') < 0.3 ? Math.floor(DEMO_DAYS * 0.8 * chance('start')) : 0,
    endDay: fate === 'dead' ? DEMO_DAYS - DEAD_DAYS_AGO : undefined,
    isMarketCoin: false,
    places: spread(home, 2 + Math.floor(9 * chance('breadth') ** 2), new Set(), sizes),
  }
}

/** Chains by how much of a token is used there, most first. */
type Demand = ReadonlyMap<string, number>

/** Minted on the chain of issue and the native ones; bridged from the first to all the others. */
function spread(
  home: string,
  count: number,
  native: ReadonlySet<string>,
  demand: Demand,
): DemoPlace[] {
  // A chain without demand has none of it.
  const used = (chain: string) => demand.get(chain) ?? 0
  const largest = [...demand.keys()].filter((chain) => chain !== home)
  const others = [...new Set([...largest.filter((chain) => native.has(chain)), ...largest])].slice(
    0,
    count - 1,
  )
  const sum = others.reduce((total, chain) => total + used(chain), 0)
  const shareOfOthers = 1 - Math.max(MIN_SHARE_OF_HOME, used(home) / (used(home) + sum))
  const away = others.map((chain): DemoPlace => {
    const share = (shareOfOthers * used(chain)) / sum
    return { chain, sourceChain: native.has(chain) ? undefined : home, share, unreleased: 0 }
  })
  const mintedAway = away
    .filter(({ sourceChain }) => sourceChain === undefined)
    .reduce((total, { share }) => total + share, 0)
  return [
    { chain: home, sourceChain: undefined, share: 1 - mintedAway, unreleased: UNRELEASED },
    ...away,
  ]
}
