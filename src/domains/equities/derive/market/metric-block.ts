import type { Value } from '../arithmetic.ts'
import type { Quote, WindowCloses } from '../prices/quote.ts'
import type { NO_AMOUNTS } from '../statements/fundamentals.ts'
import type { CompanyFigures } from './company-figures.ts'

/** A company as a member of sectors and industries: its market cap is known. */
export interface Member {
  readonly ticker: string
  readonly name: string
  readonly sector: string
  readonly industry: string
  readonly employees: Value
  readonly marketCap: number
  readonly figures: CompanyFigures
  readonly quote: Quote
}

interface Group {
  readonly members: readonly Member[]
  readonly marketCap: number
}

type Pick = (member: Member) => Value

function capOf({ marketCap }: Member): number {
  return marketCap
}

function filed(amount: keyof typeof NO_AMOUNTS): Pick {
  return ({ figures }) => figures.filed[amount]
}

// Contract, rule 3: less than this share of the group's market cap is too little for a ratio.
const MIN_COVERAGE = 0.6

interface Covered {
  value: Value
  coverage: number
}

type Metric = (group: Group) => Covered

/** The metrics, by the contract's six rules. */
const METRICS = {
  marketCap: ({ members, marketCap }) =>
    members.length === 0 ? { value: null, coverage: 0 } : { value: marketCap, coverage: 1 },
  marketCapChange1d: total(({ figures }) => figures.marketCapChange1d),
  dollarVolume24h: total(({ figures }) => figures.dollarVolume),
  revenueTTM: total(filed('revenueTTM')),
  earningsTTM: total(filed('earningsTTM')),
  ebitdaTTM: total(filed('ebitdaTTM')),
  enterpriseValue: total(({ figures }) => figures.enterpriseValue),
  employeeCount: total(({ employees }) => employees),
  trailingPE: quotient(capOf, filed('earningsTTM')),
  // Signed: market cap is always above zero, so only the coverage can make it null.
  earningsYield: quotient(filed('earningsTTM'), capOf, 100),
  priceToRevenue: quotient(capOf, filed('revenueTTM')),
  priceToBook: quotient(capOf, filed('equity')),
  enterpriseValueToEbitda: quotient(({ figures }) => figures.enterpriseValue, filed('ebitdaTTM')),
  dividendYield: quotient(({ figures }) => figures.dividends, capOf, 100),
  holdersYield: quotient(filed('holdersRevenueTTM'), capOf, 100),
  operatingProfitMarginTTM: quotient(filed('operatingIncomeTTM'), filed('revenueTTM'), 100),
  priceChangePercentage1d: priceChange('previousClose'),
  priceChangePercentage7d: priceChange('close7d'),
  priceChangePercentage1m: priceChange('close1m'),
  priceChangePercentage3m: priceChange('close3m'),
  priceChangePercentage6m: priceChange('close6m'),
  priceChangePercentageYtd: priceChange('closeYtd'),
  priceChangePercentage1y: priceChange('close1y'),
} satisfies Record<string, Metric>

export type MetricName = keyof typeof METRICS
export const METRIC_NAMES = Object.keys(METRICS) as MetricName[]

export type MetricBlock = Record<MetricName, Value> & {
  companyCount: number
  coverage: Record<MetricName, number>
  /** Timestamps of the newest price and of the newest volume, in seconds. */
  updatedAtSec: number | null
  volumeAsOfSec: number | null
}

/** The metrics of a group (equities.md#partial-coverage, equities.md#who-is-in-a-sector). */
export function metricBlock(members: readonly Member[]): MetricBlock {
  const group = { members, marketCap: sum(members, capOf) }
  const covered = METRIC_NAMES.map((name) => [name, METRICS[name](group)] as const)
  const pick = <T>(from: (part: Covered) => T) =>
    Object.fromEntries(covered.map(([name, part]) => [name, from(part)])) as Record<MetricName, T>
  return {
    ...pick(({ value }) => value),
    companyCount: members.length,
    coverage: pick(({ coverage }) => coverage),
    updatedAtSec: newest(members, ({ atSec }) => atSec),
    volumeAsOfSec: newest(members, ({ volumeAsOfSec }) => volumeAsOfSec),
  }
}

/** The sum of what is known; a total is served whatever its coverage. */
function total(pick: Pick): Metric {
  return (group) => {
    const known = group.members.filter((member) => pick(member) !== null)
    return { value: known.length === 0 ? null : sum(known, pick), coverage: shareOf(group, known) }
  }
}

/** Over the companies that have both; null under 60% coverage or without a positive denominator. */
function quotient(numerator: Pick, denominator: Pick, times = 1): Metric {
  return (group) => {
    const known = group.members.filter(
      (member) => numerator(member) !== null && denominator(member) !== null,
    )
    const coverage = shareOf(group, known)
    const below = sum(known, denominator)
    return {
      value: coverage < MIN_COVERAGE || below <= 0 ? null : (sum(known, numerator) / below) * times,
      coverage,
    }
  }
}

/** Cap-weighted from the start of the window: what today's shares are worth now against then. */
function priceChange(start: keyof WindowCloses): Metric {
  const change = quotient(capOf, ({ quote, marketCap }) => {
    const then = quote[start]
    return then === null || quote.price <= 0 ? null : (marketCap * then) / quote.price
  })
  return (group) => {
    const { value, coverage } = change(group)
    return { value: value === null ? null : (value - 1) * 100, coverage }
  }
}

function sum(members: readonly Member[], pick: Pick): number {
  return members.reduce((total, member) => total + (pick(member) ?? 0), 0)
}

function shareOf(group: Group, members: readonly Member[]): number {
  return group.marketCap === 0
    ? 0
    : members.length === group.members.length
      ? 1
      : sum(members, capOf) / group.marketCap
}

function newest(members: readonly Member[], pick: (quote: Quote) => number): number | null {
  return members.length === 0
    ? null
    : members.reduce((latest, { quote }) => Math.max(latest, pick(quote)), 0)
}
