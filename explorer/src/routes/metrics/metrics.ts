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

type OnChains = 'Dexs' | 'Options' | 'Fees'

export interface MetricPage {
  readonly id: string
  readonly name: string
  /** Word of its place among the tabs. */
  readonly short: string
  readonly types: readonly [MetricType, ...MetricType[]]
  /** The table of its protocols; null where the contract has none. */
  readonly overview: `get${OnChains | 'Derivatives' | 'OpenInterest'}Overview` | null
  /** The same table for one chain. */
  readonly chainOverview: `get${OnChains}ChainOverview` | null
  /** The figures of one protocol. */
  readonly summary: `get${OnChains | 'Derivatives'}Summary` | null
}

const metric = (
  id: string,
  name: string,
  short: string,
  types: MetricPage['types'],
  operations: Partial<Pick<MetricPage, 'overview' | 'chainOverview' | 'summary'>> = {},
): MetricPage => ({
  ...{ id, name, short, types },
  ...{ overview: null, chainOverview: null, summary: null },
  ...operations,
})

const volume = { id: 'dailyVolume', name: 'volume' }
const notional = { id: 'dailyNotionalVolume', name: 'notional' }

export const METRICS: readonly MetricPage[] = [
  metric('dexs', 'DEX volume', 'DEXs', [volume, notional], {
    overview: 'getDexsOverview',
    chainOverview: 'getDexsChainOverview',
    summary: 'getDexsSummary',
  }),
  metric('derivatives', 'Perpetuals volume', 'Perpetuals', [volume, notional], {
    overview: 'getDerivativesOverview',
    summary: 'getDerivativesSummary',
  }),
  metric(
    'options',
    'Options volume',
    'Options',
    [notional, { id: 'dailyPremiumVolume', name: 'premiums' }],
    {
      overview: 'getOptionsOverview',
      chainOverview: 'getOptionsChainOverview',
      summary: 'getOptionsSummary',
    },
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
    {
      overview: 'getFeesOverview',
      chainOverview: 'getFeesChainOverview',
      summary: 'getFeesSummary',
    },
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
    { overview: 'getOpenInterestOverview' },
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

/** A type of a metric by its name in the URL; the first where it has no such. */
export function typeOf({ types }: MetricPage, name: string | undefined): MetricType {
  return types.find(({ id }) => id === name) ?? types[0]
}
