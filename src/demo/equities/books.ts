import { nearestWeekday } from '../../domains/equities/derive/days.ts'
import {
  expectedEnd,
  type FiscalQuarter,
  nextQuarter,
  quarterBefore,
} from '../../domains/equities/derive/earnings/fiscal-quarter.ts'
import type { LineName } from '../../domains/equities/derive/statements/statement-lines.ts'
import { at } from '../../lib/at.ts'
import { DEMO_DAYS } from '../demo-range.ts'
import { demoChance } from '../market/chance.ts'
import type { DemoCompany } from './companies.ts'

export type BookLines = Partial<Record<LineName, number>>

export interface DemoQuarter {
  readonly fiscal: FiscalQuarter
  readonly startDay: number
  readonly endDay: number
}

/** A quarter of a demo company in whole thousands, so that statements add up to the unit. */
export interface BookQuarter extends DemoQuarter {
  readonly flows: BookLines
  readonly balances: BookLines
  /** Shares outstanding, in shares of that day. */
  readonly shares: number
}

/** How far bars and filings go back before the first day of the demo world: five years in all. */
export const DEMO_EARLIER_DAYS = 1_096
// Books begin earlier, so that five whole fiscal years have been reported.
const DAYS_BEFORE_BARS = 300
const QUARTER_DAYS = 91.3125
const WEEKS_13_DAYS = 91

/** Fiscal quarters of a company from before its first bars on, up to a day. */
export function demoQuarters(
  company: DemoCompany,
  firstDay: number,
  untilDay: number,
): DemoQuarter[] {
  const { yearEnd, goneDay } = company
  const lastDay = goneDay === undefined ? untilDay : Math.min(untilDay, firstDay + goneDay)
  const quarters: DemoQuarter[] = []
  // Books begin with a fiscal year, so that every year is whole.
  const { year } = quarterBefore(firstDay - DEMO_EARLIER_DAYS - DAYS_BEFORE_BARS, yearEnd)
  let fiscal: FiscalQuarter = { year, quarter: 1 }
  let startDay = endOf(company, { year: year - 1, quarter: 4 }) + 1
  for (let endDay = endOf(company, fiscal); endDay <= lastDay; endDay = endOf(company, fiscal)) {
    quarters.push({ fiscal, startDay, endDay })
    fiscal = nextQuarter(fiscal)
    startDay = endDay + 1
  }
  return quarters
}

/** Last day of a quarter: of a month or, in years of whole weeks, 13 weeks after the one before. */
function endOf({ yearEnd, hasWeeklyYear }: DemoCompany, fiscal: FiscalQuarter): number {
  if (!hasWeeklyYear) return expectedEnd(fiscal, yearEnd)
  if (fiscal.quarter === 4) return nearestWeekday(expectedEnd(fiscal, yearEnd), SATURDAY)
  const yearBefore = expectedEnd({ year: fiscal.year - 1, quarter: 4 }, yearEnd)
  return nearestWeekday(yearBefore, SATURDAY) + fiscal.quarter * WEEKS_13_DAYS
}

const SATURDAY = 6

const thousands = (value: number): number => Math.round(value / 1000) * 1000

/** The books of a company: quarters follow from each other, assets equal liabilities and equity. */
export function demoBooks(
  company: DemoCompany,
  quarters: readonly DemoQuarter[],
  firstDay: number,
): BookQuarter[] {
  const traits = traitsOf(company)
  let cash = thousands(traits.revenue * 1.6)
  let property = thousands(traits.revenue * 2)
  return quarters.map(({ fiscal, startDay, endDay }) => {
    // A company's price and market cap are those of two years into the demo world.
    const quartersFromThen = (endDay - firstDay - DEMO_DAYS) / QUARTER_DAYS
    const flows = flowsOf(company, traits, fiscal, quartersFromThen)
    cash += lineOf(flows, 'netCashFlow')
    property = Math.max(
      0,
      property + lineOf(flows, 'capitalExpenditure') - lineOf(flows, 'depreciation'),
    )
    const shares = Math.round(traits.shares * 0.998 ** quartersFromThen)
    return {
      fiscal,
      startDay,
      endDay,
      flows: { ...flows, sharesBasic: shares, sharesDiluted: Math.round(shares * 1.015) },
      balances: balancesOf(traits, lineOf(flows, 'revenue'), cash, property),
      shares,
    }
  })
}

/** A line that all books have. */
export function lineOf(lines: BookLines, name: LineName): number {
  const value = lines[name]
  if (value === undefined) throw new Error(`The books of the demo world lack ${name}.`)
  return value
}

type Traits = ReturnType<typeof traitsOf>

function traitsOf({ number, marketCap, price }: DemoCompany) {
  const share = (what: string) => demoChance(what, number)
  const grossMargin = 0.3 + 0.4 * share('gross')
  // One in eight spends more than it earns.
  const expenseShare = grossMargin * (share('loss') < 0.125 ? 1.08 : 0.45 + 0.3 * share('expense'))
  const revenue = marketCap / (6 + 14 * share('multiple'))
  const debt = thousands(revenue * 2.5 * share('debt'))
  return { revenue, grossMargin, expenseShare, debt, shares: marketCap / price }
}

const SEASONS = [0.96, 0.98, 1, 1.06]

function flowsOf(
  company: DemoCompany,
  traits: Traits,
  fiscal: FiscalQuarter,
  quartersFromThen: number,
): BookLines {
  const season = at(SEASONS, fiscal.quarter - 1)
  const chance = 0.97 + 0.06 * demoChance('quarter', company.number, fiscal.year, fiscal.quarter)
  const revenue = thousands(traits.revenue * company.growth ** quartersFromThen * season * chance)
  const costOfRevenue = thousands(revenue * (1 - traits.grossMargin))
  const researchAndDevelopment = thousands(revenue * traits.expenseShare * 0.4)
  const sellingGeneralAdministrative = thousands(revenue * traits.expenseShare * 0.6)
  const operatingExpenses = researchAndDevelopment + sellingGeneralAdministrative
  const operatingIncome = revenue - costOfRevenue - operatingExpenses
  const interestExpense = thousands(traits.debt * 0.012)
  const incomeBeforeTax = operatingIncome - interestExpense
  const incomeTax = thousands(Math.max(0, incomeBeforeTax) * 0.21)
  const netIncome = incomeBeforeTax - incomeTax
  const depreciation = thousands(revenue * 0.06)
  const stockCompensation = thousands(revenue * 0.03)
  const operatingCash = netIncome + depreciation + stockCompensation
  const capitalExpenditure = thousands(revenue * 0.065)
  const dividendsPaid = company.paysDividends ? thousands(Math.max(0, netIncome) * 0.3) : 0
  const repurchases = thousands(Math.max(0, netIncome) * 0.35)
  const financingCash = -dividendsPaid - repurchases
  return {
    revenue,
    costOfRevenue,
    grossProfit: revenue - costOfRevenue,
    researchAndDevelopment,
    sellingGeneralAdministrative,
    operatingExpenses,
    operatingIncome,
    interestExpense,
    incomeBeforeTax,
    incomeTax,
    netIncome,
    depreciation,
    stockCompensation,
    operatingCash,
    capitalExpenditure,
    investingCash: -capitalExpenditure,
    ...(company.paysDividends ? { dividendsPaid } : {}),
    repurchases,
    financingCash,
    netCashFlow: operatingCash - capitalExpenditure + financingCash,
    taxPaid: incomeTax,
    interestPaid: interestExpense,
  }
}

function balancesOf(
  { revenue: size, debt }: Traits,
  revenue: number,
  cash: number,
  propertyPlantEquipment: number,
): BookLines {
  const receivables = thousands(revenue * 0.55)
  const inventory = thousands(revenue * 0.3)
  const goodwill = thousands(size * 0.8)
  const currentAssets = cash + receivables + inventory
  const assets = currentAssets + propertyPlantEquipment + goodwill
  const accountsPayable = thousands(revenue * 0.4)
  const deferredRevenue = thousands(revenue * 0.2)
  const currentLiabilities = accountsPayable + deferredRevenue
  const liabilities = currentLiabilities + debt
  const shareholdersEquity = assets - liabilities
  return {
    cash,
    receivables,
    inventory,
    currentAssets,
    propertyPlantEquipment,
    goodwill,
    assets,
    accountsPayable,
    deferredRevenue,
    currentLiabilities,
    longTermDebtNonCurrent: debt,
    liabilities,
    shareholdersEquity,
    liabilitiesAndEquity: liabilities + shareholdersEquity,
  }
}
