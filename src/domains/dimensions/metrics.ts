import { invalidParameter, notFound } from '../../lib/errors.ts'
import { suggest } from '../../lib/suggest.ts'

/** One kind of figure of a metric. */
export interface DataType {
  readonly name: string
  /** Further accepted spellings (decision 22). */
  readonly aliases?: readonly string[]
  /**
   * A flow adds up over days; a level (open interest, distinct users) does not, its windows are
   * averages (decision 23).
   */
  readonly kind: 'flow' | 'level'
  /**
   * Distinct users of several chains are not the sum of the chains: the figure across chains is a
   * row of its own (`all`).
   */
  readonly distinct?: true
  /** Values of this type are the running total of another's in charts (decision 41). */
  readonly runningTotalOf?: string
  /** What it is called in a protocol's methodology, and what is counted. */
  readonly title: string
  readonly methodology: string
}

export interface Metric {
  readonly name: string
  readonly title: string
  /** The first one is the default. */
  readonly dataTypes: readonly [DataType, ...DataType[]]
  /** Whether its rows may have the label of a source. */
  readonly hasLabels: boolean
}

const flow = (
  name: string,
  title: string,
  methodology: string,
  more: Partial<DataType> = {},
): DataType => ({
  name,
  kind: 'flow',
  title,
  methodology,
  ...more,
})
const level = (
  name: string,
  title: string,
  methodology: string,
  more: Partial<DataType> = {},
): DataType => ({
  ...flow(name, title, methodology, more),
  kind: 'level',
})

const volume = flow('dailyVolume', 'Volume', 'Value of all trades of the day.')
const notional = flow(
  'dailyNotionalVolume',
  'NotionalVolume',
  'Face value of all contracts traded in the day.',
)

/** Everything that is measured by the day, and what its figures mean. A new metric is a row here. */
export const METRICS: readonly Metric[] = [
  {
    name: 'fees',
    title: 'Fees and revenue',
    hasLabels: true,
    dataTypes: [
      flow('dailyFees', 'Fees', 'Everything users paid in the day.'),
      flow(
        'dailyRevenue',
        'Revenue',
        'What the protocol and the holders of its token kept of the fees.',
      ),
      flow(
        'dailySupplySideRevenue',
        'SupplySideRevenue',
        'What went to those who supply liquidity, capital or work.',
      ),
      flow('dailyHoldersRevenue', 'HoldersRevenue', 'What went to the holders of the token.'),
      flow('dailyProtocolRevenue', 'ProtocolRevenue', 'What went to the treasury of the protocol.'),
    ],
  },
  {
    name: 'liquidations',
    title: 'Liquidations',
    hasLabels: false,
    dataTypes: [
      flow(
        'dailyLiquidationsVolume',
        'LiquidationsVolume',
        'Debt repaid by liquidations in the day.',
        {
          aliases: ['dailyLiquidationVolume'],
        },
      ),
      flow(
        'dailyCollateralLiquidated',
        'CollateralLiquidated',
        'Collateral seized by liquidations in the day.',
      ),
    ],
  },
  {
    name: 'dexs',
    title: 'Volume of exchanges',
    hasLabels: false,
    dataTypes: [
      volume,
      notional,
      flow('totalVolume', 'TotalVolume', 'Running total of the daily volume.', {
        runningTotalOf: 'dailyVolume',
      }),
    ],
  },
  {
    name: 'derivatives',
    title: 'Volume of derivatives',
    hasLabels: false,
    dataTypes: [volume, notional],
  },
  {
    name: 'options',
    title: 'Volume of options',
    hasLabels: false,
    dataTypes: [notional, flow('dailyPremiumVolume', 'PremiumVolume', 'Premiums paid in the day.')],
  },
  { name: 'aggregators', title: 'Volume of aggregators', hasLabels: false, dataTypes: [volume] },
  {
    name: 'bridge-aggregators',
    title: 'Volume of bridge aggregators',
    hasLabels: false,
    dataTypes: [flow('dailyBridgeVolume', 'BridgeVolume', 'Value of all transfers of the day.')],
  },
  {
    name: 'open-interest',
    title: 'Open interest',
    hasLabels: false,
    dataTypes: [
      level(
        'openInterestAtEnd',
        'OpenInterest',
        'Value of all open contracts at the end of the day.',
      ),
      level(
        'shortOpenInterestAtEnd',
        'ShortOpenInterest',
        'Value of the open short contracts at the end of the day.',
      ),
      level(
        'longOpenInterestAtEnd',
        'LongOpenInterest',
        'Value of the open long contracts at the end of the day.',
      ),
    ],
  },
  {
    name: 'normalized-volume',
    title: 'Normalised volume',
    hasLabels: false,
    dataTypes: [
      flow(
        'dailyNormalizedVolume',
        'NormalizedVolume',
        'Volume of the day cut down to what the liquidity in reach could serve.',
      ),
      level(
        'dailyActiveLiquidity',
        'ActiveLiquidity',
        'Liquidity within reach of the price, at the end of the day.',
      ),
    ],
  },
  {
    name: 'active-users',
    title: 'Users and activity',
    hasLabels: false,
    dataTypes: [
      level(
        'dailyActiveUsers',
        'ActiveUsers',
        'Distinct addresses that sent a transaction in the day.',
        { distinct: true },
      ),
      flow('dailyTransactionCount', 'TransactionCount', 'Transactions of the day.', {
        aliases: ['dailyTransactionsCount'],
      }),
      flow('dailyGasUsed', 'GasUsed', 'Gas paid in the day, in US dollars.'),
      level('dailyNewUsers', 'NewUsers', 'Addresses seen for the first time in the day.', {
        distinct: true,
      }),
    ],
  },
]

/** Data types that count something instead of being worth dollars. */
const COUNTS: readonly string[] = ['dailyActiveUsers', 'dailyTransactionCount', 'dailyNewUsers']

export function isCount(dataType: string): boolean {
  return COUNTS.includes(dataType)
}

const byName = new Map(METRICS.map((metric) => [metric.name, metric]))

export function getMetric(name: string): Metric {
  const metric = byName.get(name)
  if (metric !== undefined) return metric
  throw notFound(
    `No metric is called ${JSON.stringify(name.slice(0, 60))}. There are ${[...byName.keys()].join(', ')}.`,
    suggest(name, byName.keys()),
  )
}

/** The type of that name, in its exact case (decision 41), or the metric's default. */
export function getDataType(metric: Metric, asked: string | undefined): DataType {
  const { name: metricName, dataTypes } = metric
  if (asked === undefined) return dataTypes[0]
  const found = dataTypes.find(({ name, aliases }) => name === asked || aliases?.includes(asked))
  if (found !== undefined) return found
  const names = dataTypes.map(({ name }) => name).join(', ')
  throw invalidParameter(
    'dataType',
    `must be one of ${names} (case matters) for ${metricName}, not ${JSON.stringify(asked.slice(0, 60))}.`,
  )
}
