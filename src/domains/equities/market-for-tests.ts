import type { TestApp } from '../../../test/support/test-app.ts'
import type { LineName } from './derive/statements/statement-lines.ts'
import { companyFacts, equityBars, equityListings, equityProfiles, equitySectors } from './facts.ts'
import { bar, companyFact, daysAgo, listing, profile } from './facts-for-tests.ts'

const YEAR = '2025-01-01..2025-12-31'

const filed = (cik: string, lines: Partial<Record<LineName, number>>) => [
  companyFact(cik, 'sharesOutstanding', '2025-12-31', 100),
  ...Object.entries(lines).map(([line, value]) => companyFact(cik, line as LineName, YEAR, value)),
]

/**
 * A market of four companies with 100 shares each, 10,000 together: AAA 5,000 and BBB 3,000 in
 * Technology, CCC 1,500 in Energy, DDD 500 without a sector. What must not count: a second share
 * class, a listing abroad, one without a price, one that is gone.
 */
export async function putMarket(app: TestApp): Promise<void> {
  await app.put(equityListings, [
    ...['AAA', 'BBB', 'CCC', 'DDD'].map((ticker, index) => listing(ticker, String(index + 1))),
    listing('AAA-B', '1', { rank: 1 }),
    listing('ABROAD', '5', { country: 'DE', currency: 'USD' }),
    listing('UNPRICED', '6'),
    listing('GONE', '7', { delistedSec: daysAgo(1) }),
  ])
  await app.put(equityProfiles, [
    profile('AAA', 'Technology', 'Software', { employees: 40 }),
    profile('BBB', 'Technology', 'Services'),
    profile('CCC', 'Energy', 'Services', { employees: 2 }),
    profile('ABROAD', 'Energy', 'Oil', { country: 'DE' }),
    profile('GONE', 'Energy', 'Oil'),
  ])
  await app.put(equitySectors, [{ sector: 'Technology', description: 'Machines and programs.' }])
  await app.put(companyFacts, [
    ...filed('1', { netIncome: 250, revenue: 1_000, operatingIncome: 300 }),
    ...filed('2', { revenue: 500, operatingIncome: 60 }),
    ...filed('3', { netIncome: -50, revenue: 300 }),
    ...filed('4', {}),
    ...filed('5', { netIncome: 1 }),
    ...filed('7', { netIncome: 1 }),
  ])
  await app.put(equityBars, [
    bar('AAA', daysAgo(2), 40),
    bar('AAA', daysAgo(1), 50, { volume: 10 }),
    bar('AAA-B', daysAgo(1), 999),
    bar('BBB', daysAgo(2), 30),
    bar('BBB', daysAgo(1), 30, { volume: 10 }),
    bar('CCC', daysAgo(2), 20),
    bar('CCC', daysAgo(1), 15, { volume: 10 }),
    bar('DDD', daysAgo(1), 5, { volume: 10 }),
    bar('ABROAD', daysAgo(1), 5, { country: 'DE' }),
    bar('GONE', daysAgo(1), 5),
  ])
}
