import type { Quote } from '../prices/quote.ts'
import type { CompanyFigures } from './company-figures.ts'

type Value = number | null

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

const METRICS = [
  'marketCap',
  'marketCapChange1d',
  'dollarVolume24h',
  'revenueTTM',
  'earningsTTM',
  'ebitdaTTM',
  'enterpriseValue',
  'employeeCount',
  'trailingPE',
  'earningsYield',
  'priceToRevenue',
  'priceToBook',
  'enterpriseValueToEbitda',
  'dividendYield',
  'holdersYield',
  'operatingProfitMarginTTM',
  'priceChangePercentage1d',
  'priceChangePercentage7d',
  'priceChangePercentage1m',
  'priceChangePercentage3m',
  'priceChangePercentage6m',
  'priceChangePercentageYtd',
  'priceChangePercentage1y',
] as const

export type MetricName = (typeof METRICS)[number]
export const METRIC_NAMES: readonly MetricName[] = METRICS

export type MetricBlock = Record<MetricName, Value> & {
  companyCount: number
  coverage: Record<MetricName, number>
  /** Moments of the newest price and of the newest volume, in seconds. */
  updatedAtSec: number | null
  volumeAsOfSec: number | null
}

// Contract, rule 3: less than this share of the group's market cap is too little for a ratio.
const MIN_COVERAGE = 0.6

interface Covered {
  value: Value
  coverage: number
}

/** The metrics of a group of companies, by the contract's six rules (decisions 52, 125). */
export function metricBlock(members: readonly Member[]): MetricBlock {
  const marketCap = members.reduce((sum, member) => sum + member.marketCap, 0)
  const group = { members, marketCap }
  const filed = (member: Member) => member.figures.filed
  const moved = (pick: (quote: Quote) => Value) => priceChange(group, pick)
  const covered: Record<MetricName, Covered> = {
    marketCap: {
      value: members.length === 0 ? null : marketCap,
      coverage: members.length === 0 ? 0 : 1,
    },
    marketCapChange1d: total(group, ({ figures }) => figures.marketCapChange1d),
    dollarVolume24h: total(group, ({ figures }) => figures.dollarVolume),
    revenueTTM: total(group, (member) => filed(member).revenueTTM),
    earningsTTM: total(group, (member) => filed(member).earningsTTM),
    ebitdaTTM: total(group, (member) => filed(member).ebitdaTTM),
    enterpriseValue: total(group, ({ figures }) => figures.enterpriseValue),
    employeeCount: total(group, ({ employees }) => employees),
    trailingPE: quotient(group, capOf, (member) => filed(member).earningsTTM, 1),
    // Signed: market cap is always above zero, so only the coverage can make it null.
    earningsYield: quotient(group, (member) => filed(member).earningsTTM, capOf, 100),
    priceToRevenue: quotient(group, capOf, (member) => filed(member).revenueTTM, 1),
    priceToBook: quotient(group, capOf, (member) => filed(member).equity, 1),
    enterpriseValueToEbitda: quotient(
      group,
      ({ figures }) => figures.enterpriseValue,
      (member) => filed(member).ebitdaTTM,
      1,
    ),
    dividendYield: quotient(group, ({ figures }) => figures.dividends, capOf, 100),
    holdersYield: quotient(group, (member) => filed(member).holdersRevenueTTM, capOf, 100),
    operatingProfitMarginTTM: quotient(
      group,
      (member) => filed(member).operatingIncomeTTM,
      (member) => filed(member).revenueTTM,
      100,
    ),
    priceChangePercentage1d: moved(({ previousClose }) => previousClose),
    priceChangePercentage7d: moved(({ close7d }) => close7d),
    priceChangePercentage1m: moved(({ close1m }) => close1m),
    priceChangePercentage3m: moved(({ close3m }) => close3m),
    priceChangePercentage6m: moved(({ close6m }) => close6m),
    priceChangePercentageYtd: moved(({ closeYtd }) => closeYtd),
    priceChangePercentage1y: moved(({ close1y }) => close1y),
  }
  const pick = <T>(from: (part: Covered) => T) =>
    Object.fromEntries(METRICS.map((name) => [name, from(covered[name])])) as Record<MetricName, T>
  return {
    ...pick(({ value }) => value),
    companyCount: members.length,
    coverage: pick(({ coverage }) => coverage),
    updatedAtSec: newest(members, ({ atSec }) => atSec),
    volumeAsOfSec: newest(members, ({ volumeAsOfSec }) => volumeAsOfSec),
  }
}

interface Group {
  readonly members: readonly Member[]
  readonly marketCap: number
}

type Pick = (member: Member) => Value

const capOf: Pick = ({ marketCap }) => marketCap

/** The sum of what is known; a total is served whatever its coverage. */
function total(group: Group, pick: Pick): Covered {
  const known = group.members.filter((member) => pick(member) !== null)
  return { value: known.length === 0 ? null : sum(known, pick), coverage: shareOf(group, known) }
}

/**
 * Numerator and denominator over the companies that have both; null under 60% coverage or without a
 * denominator above zero.
 */
function quotient(group: Group, numerator: Pick, denominator: Pick, times: number): Covered {
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

/** Cap-weighted from the start of the window: what today's shares are worth now against then. */
function priceChange(group: Group, startOf: (quote: Quote) => Value): Covered {
  const then: Pick = ({ quote, marketCap }) => {
    const start = startOf(quote)
    return start === null || quote.price <= 0 ? null : (marketCap * start) / quote.price
  }
  const { value, coverage } = quotient(group, capOf, then, 1)
  return { value: value === null ? null : (value - 1) * 100, coverage }
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
