/** One kind of figure of a metric; the first of a metric is what is shown unless chosen. */
export interface MetricType {
  /** Name in the contract, such as dailyRevenue. */
  readonly id: string
  readonly name: string
  /** A level is drawn as a line and never added over days. */
  readonly isLevel?: true
  readonly isCount?: true
  /** Size of the unit of its columns; millions where it is left out. */
  readonly unitSize?: number
}

export interface MetricPage {
  readonly id: string
  readonly name: string
  /** Word of its place among the tabs. */
  readonly short: string
  readonly types: readonly [MetricType, ...MetricType[]]
  /** Address of the table of its protocols; null where the contract has none. */
  readonly overview: string | null
  /** Whether the table is also there for one chain. */
  readonly hasChainOverview: boolean
  /** Address of the figures of one protocol, with the slug left out. */
  readonly summary: string | null
}

const metric = (
  id: string,
  name: string,
  short: string,
  types: MetricPage['types'],
  addresses: Partial<Pick<MetricPage, 'overview' | 'hasChainOverview' | 'summary'>> = {},
): MetricPage => ({
  id,
  name,
  short,
  types,
  overview: null,
  hasChainOverview: false,
  summary: null,
  ...addresses,
})

const volume = { id: 'dailyVolume', name: 'volume' }
const notional = { id: 'dailyNotionalVolume', name: 'notional' }

export const METRICS: readonly MetricPage[] = [
  metric('dexs', 'DEX volume', 'DEXs', [volume, notional], {
    overview: '/overview/dexs',
    hasChainOverview: true,
    summary: '/summary/dexs',
  }),
  metric('derivatives', 'Perpetuals volume', 'Perpetuals', [volume, notional], {
    overview: '/api/overview/derivatives',
    summary: '/api/summary/derivatives',
  }),
  metric(
    'options',
    'Options volume',
    'Options',
    [notional, { id: 'dailyPremiumVolume', name: 'premiums' }],
    { overview: '/overview/options', hasChainOverview: true, summary: '/summary/options' },
  ),
  metric('aggregators', 'Aggregator volume', 'Aggregators', [volume]),
  metric('bridge-aggregators', 'Bridge aggregator volume', 'Bridge aggregators', [
    { id: 'dailyBridgeVolume', name: 'volume' },
  ]),
  metric('normalized-volume', 'Normalised volume', 'Normalised', [
    { id: 'dailyNormalizedVolume', name: 'volume' },
    { id: 'dailyActiveLiquidity', name: 'active liquidity', isLevel: true },
  ]),
  metric(
    'fees',
    'Fees',
    'Fees',
    [
      { id: 'dailyFees', name: 'fees', unitSize: 1e3 },
      { id: 'dailyRevenue', name: 'revenue', unitSize: 1e3 },
      { id: 'dailySupplySideRevenue', name: 'to suppliers', unitSize: 1e3 },
      { id: 'dailyHoldersRevenue', name: 'to holders', unitSize: 1e3 },
      { id: 'dailyProtocolRevenue', name: 'to treasuries', unitSize: 1e3 },
    ],
    { overview: '/overview/fees', hasChainOverview: true, summary: '/summary/fees' },
  ),
  metric('liquidations', 'Liquidations', 'Liquidations', [
    { id: 'dailyLiquidationsVolume', name: 'debt repaid', unitSize: 1e3 },
    { id: 'dailyCollateralLiquidated', name: 'collateral seized', unitSize: 1e3 },
  ]),
  metric(
    'open-interest',
    'Open interest',
    'Open interest',
    [
      { id: 'openInterestAtEnd', name: 'all', isLevel: true },
      { id: 'longOpenInterestAtEnd', name: 'long', isLevel: true },
      { id: 'shortOpenInterestAtEnd', name: 'short', isLevel: true },
    ],
    { overview: '/overview/open-interest' },
  ),
  metric('active-users', 'Active users', 'Users', [
    { id: 'dailyActiveUsers', name: 'users', isLevel: true, isCount: true },
    { id: 'dailyNewUsers', name: 'new users', isLevel: true, isCount: true },
    { id: 'dailyTransactionCount', name: 'transactions', isCount: true },
    { id: 'dailyGasUsed', name: 'gas' },
  ]),
]

export function metricOf(id: string): MetricPage {
  const known = METRICS.find((candidate) => candidate.id === id)
  return known ?? metric(id, id, id, [{ id: '', name: id }])
}

/** A type of a metric by its name in the address; the first where it has no such. */
export function typeOf({ types }: MetricPage, name: string): MetricType {
  return types.find(({ id }) => id === name) ?? types[0]
}
