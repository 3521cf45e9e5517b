import parts from '../../../data/demo-parts.json' with { type: 'json' }
import { ALL_CHAINS, CHAIN_PREFIX } from '../../domains/dimensions/facts.ts'
import { at } from '../../lib/at.ts'
import { demoChance } from '../market/chance.ts'
import type { DemoMarket } from '../market/market.ts'
import { type DemoProtocol, placesOf } from '../market/protocols.ts'

/** One daily figure of a demo protocol on one chain. */
export interface DemoFigure {
  protocol: string
  chain: string
  metric: string
  dataType: string
  version: string
  label: string
  /** US dollars, or a count, when all waves are at zero. */
  size: number
  /** A level follows the holdings; a flow follows the activity. */
  isLevel: 0 | 1
  startDay: number
  endDay: number
  /** Reports a day later than the others. */
  isLate: 0 | 1
}

type Figure = Pick<DemoFigure, 'metric' | 'dataType' | 'size'> &
  Partial<Pick<DemoFigure, 'label' | 'version' | 'isLevel'>>

// Of a protocol on many chains the two largest and the smallest are measured, so that small chains
// have figures too.
const LARGEST_PLACES = 2
const NEVER_DAY = 1_000_000

/** What one dollar held does in a day. */
interface Business {
  turnover: number
  /** Part of the turnover that is paid as a fee, and the labels of such fees. */
  fee: number
  labels: readonly string[]
  /** The metric that shows the turnover. */
  metric?: string
}

const BUSINESSES: Readonly<Record<string, Business>> = parts.dimensions.businesses
const OTHER_BUSINESS: Business = parts.dimensions.other
/** Figures of each kind of turnover, as parts of it or, levels, of what is held. */
interface Volume {
  metric: string
  dataType: string
  ofVolume?: number
  ofHoldings?: number
  hasVersions?: boolean
  /** Only every so many protocols have it. */
  every?: number
}

const VOLUMES: Readonly<Record<string, readonly Volume[]>> = parts.dimensions.volumes
const WITHOUT_FIGURES = new Set(['CEX'])

/** Every daily figure of the demo world: of protocols by their category, and of the chains. */
export function listFigures({ protocols, chains }: DemoMarket, lastDay: number): DemoFigure[] {
  const ofProtocols = protocols
    .filter(({ category }) => !WITHOUT_FIGURES.has(category))
    .flatMap((protocol) => figuresOf(protocol, lastDay))
  const ofChains = chains.flatMap((chain, rank) => {
    const gas = 2_500_000 / (rank + 1) ** 1.1
    const always = {
      protocol: `${CHAIN_PREFIX}${chain}`,
      chain,
      metric: 'fees',
      version: '',
      isLevel: 0,
      startDay: 0,
      endDay: NEVER_DAY,
      isLate: 0,
    } as const
    return [
      { ...always, dataType: 'dailyFees', label: 'Transaction Base Fees', size: gas * 0.7 },
      { ...always, dataType: 'dailyFees', label: 'Transaction Priority Fees', size: gas * 0.3 },
      { ...always, dataType: 'dailyRevenue', label: '', size: gas * 0.7 },
    ]
  })
  return [...ofProtocols, ...ofChains]
}

function figuresOf(protocol: DemoProtocol, lastDay: number): DemoFigure[] {
  const number = Number(protocol.id)
  const life = {
    startDay: protocol.startDay,
    endDay: protocol.deadDay ?? NEVER_DAY,
    isLate: number % 17 === 3 ? 1 : 0,
  } as const
  if (protocol.startDay > lastDay) return []
  const places = placesOf(protocol).filter(
    (_, rank, { length }) => rank < LARGEST_PLACES || rank === length - 1,
  )
  const complete = (chain: string, figure: Figure): DemoFigure => ({
    protocol: protocol.id,
    chain,
    version: '',
    label: '',
    isLevel: 0,
    ...figure,
    ...life,
  })
  const byChain = places.flatMap(({ chain, usd }) =>
    figuresOnChain(protocol, usd).map((figure) => complete(chain, figure)),
  )
  const users = places.reduce((sum, { usd }) => sum + usersOf(usd), 0)
  // Some people are on several chains, so that the whole is less than the sum.
  const distinct = (dataType: string, size: number) =>
    complete(ALL_CHAINS, { metric: 'active-users', dataType, size })
  return [
    ...byChain,
    distinct('dailyActiveUsers', users * 0.85),
    distinct('dailyNewUsers', users * 0.07),
  ]
}

function figuresOnChain(protocol: DemoProtocol, usd: number): Figure[] {
  const business = BUSINESSES[protocol.category] ?? OTHER_BUSINESS
  const volume = usd * business.turnover * (0.5 + demoChance('turnover', protocol.id))
  return [
    ...volumesOf(protocol, business.metric, volume, usd),
    ...feesOf(protocol, volume * business.fee, business.labels),
    ...usersIn(usd),
    ...(protocol.borrowed > 0
      ? [
          { metric: 'liquidations', dataType: 'dailyLiquidationsVolume', size: usd * 0.0004 },
          { metric: 'liquidations', dataType: 'dailyCollateralLiquidated', size: usd * 0.00043 },
        ]
      : []),
  ]
}

function volumesOf(
  protocol: DemoProtocol,
  business: string | undefined,
  volume: number,
  usd: number,
): Figure[] {
  const shown = VOLUMES[business ?? '']?.filter(
    ({ every = 1 }) => Number(protocol.id) % every === 0,
  )
  return (shown ?? []).flatMap(
    ({ metric, dataType, ofVolume, ofHoldings, hasVersions }): Figure[] => {
      if (ofVolume === undefined)
        return [{ metric, dataType, size: usd * (ofHoldings ?? 0), isLevel: 1 }]
      const figure = { metric, dataType, size: volume * ofVolume }
      if (!hasVersions) return [figure]
      return versionsOf(protocol).map(([version, share]) => ({
        ...figure,
        version,
        size: figure.size * share,
      }))
    },
  )
}

/** Some exchanges report their versions separately within one protocol. */
function versionsOf({ id, parent }: DemoProtocol): [version: string, share: number][] {
  return parent === null && Number(id) % 10 === 0
    ? [
        ['V2', 0.35],
        ['V3', 0.65],
      ]
    : [['', 1]]
}

/** Sources split their fees in four ways; what is left out follows from the rest. */
function feesOf(
  { id, hasStaking }: DemoProtocol,
  fees: number,
  labels: readonly string[],
): Figure[] {
  const figure = (dataType: string, size: number, label = ''): Figure => ({
    metric: 'fees',
    dataType,
    size,
    label,
  })
  const share = 0.1 + 0.4 * demoChance('revenue', id)
  const revenue = fees * share
  const holders = hasStaking ? revenue * 0.6 : 0
  const labelled = labels.map((label, rank) =>
    figure('dailyFees', fees * (labels.length === 1 ? 1 : rank === 0 ? 0.85 : 0.15), label),
  )
  const splits = [
    [figure('dailyRevenue', revenue)],
    [figure('dailySupplySideRevenue', fees - revenue)],
    [figure('dailyRevenue', revenue), figure('dailyProtocolRevenue', revenue - holders)],
    [
      figure('dailyRevenue', revenue),
      figure('dailySupplySideRevenue', fees - revenue),
      figure('dailyHoldersRevenue', holders),
      figure('dailyProtocolRevenue', revenue - holders),
    ],
  ]
  return [...labelled, ...at(splits, Number(id) % splits.length)]
}

function usersOf(usd: number): number {
  return 40 + usd / 60_000
}

function usersIn(usd: number): Figure[] {
  const users = usersOf(usd)
  return [
    { metric: 'active-users', dataType: 'dailyActiveUsers', size: users },
    { metric: 'active-users', dataType: 'dailyTransactionCount', size: users * 2.6 },
    { metric: 'active-users', dataType: 'dailyGasUsed', size: users * 1.4 },
  ]
}
