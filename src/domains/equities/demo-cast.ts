import { hash } from 'node:crypto'

/** A made-up company of the demo world. */
export interface DemoCompany {
  readonly number: number
  readonly ticker: string
  readonly country: string
  readonly currency: string
  readonly cik: string
  readonly name: string
  readonly sector: string | null
  readonly industry: string | null
  /** Price of a share, and market cap in its currency, around which both move. */
  readonly price: number
  readonly marketCap: number
  /** End of the fiscal year, MMDD. */
  readonly yearEnd: string
  readonly hasRelease: boolean
  readonly hasIntraday: boolean
  readonly isOnchain: boolean
  readonly paysDividends: boolean
  /** A split of four for one so many days after the first day of the demo world. */
  readonly splitDay: number | undefined
}

const INDUSTRIES: Record<string, readonly string[]> = {
  Technology: ['Software', 'Semiconductors', 'Hardware', 'IT Services'],
  'Financial Services': ['Banks', 'Insurance', 'Asset Management', 'Credit Services'],
  Healthcare: ['Drug Makers', 'Biotechnology', 'Medical Devices', 'Health Plans'],
  'Consumer Cyclical': ['Retail', 'Auto Makers', 'Restaurants', 'Specialty Services'],
  'Communication Services': ['Telecom Services', 'Entertainment', 'Internet Content'],
  Industrials: ['Aerospace & Defense', 'Machinery', 'Railroads', 'Specialty Services'],
  'Consumer Defensive': ['Packaged Foods', 'Beverages', 'Household Products', 'Discount Stores'],
  Energy: ['Oil & Gas Producers', 'Oil & Gas Services', 'Pipelines'],
  'Basic Materials': ['Chemicals', 'Steel', 'Gold'],
  'Real Estate': ['REIT - Office', 'REIT - Residential', 'Real Estate Services'],
  Utilities: ['Electric Utilities', 'Gas Utilities', 'Water Utilities', 'Renewable Utilities'],
}

/** Texts of the sectors. */
export const DEMO_SECTORS: Readonly<Record<string, string>> = {
  Technology: 'Makers of software, chips and devices.',
  'Financial Services': 'Banks, insurers and those who manage money.',
  Healthcare: 'Drugs, devices and the care of patients.',
  'Consumer Cyclical': 'What people buy when they have money to spare.',
  'Communication Services': 'Networks and what runs over them.',
  Industrials: 'Machines, transport and services for other businesses.',
  'Consumer Defensive': 'What people buy in good times and bad.',
  Energy: 'Oil, gas and what it takes to bring them up and move them.',
  'Basic Materials': 'Chemicals, metals and mines.',
  'Real Estate': 'Owners and managers of buildings.',
  Utilities: 'Power, gas and water for homes and works.',
}

const FIRST = ['Harbor', 'North', 'Silver', 'Stone', 'Bright', 'Clear', 'Iron', 'Maple', 'River', 'Summit', 'Copper', 'Lake']
const SECOND = ['line', 'gate', 'field', 'wood', 'crest', 'bridge', 'point', 'well', 'ridge', 'mark']
const ABROAD = [
  ['GB', 'GBP'],
  ['DE', 'EUR'],
  ['FR', 'EUR'],
  ['NL', 'EUR'],
  ['CH', 'CHF'],
  ['SE', 'SEK'],
  ['JP', 'JPY'],
  ['KR', 'KRW'],
  ['CA', 'CAD'],
  ['AU', 'AUD'],
  ['BR', 'BRL'],
] as const

/** What a unit of each currency is worth in the demo world, in US dollars. */
export const DEMO_RATES: Readonly<Record<string, number>> = {
  GBP: 1.27,
  EUR: 1.08,
  CHF: 1.13,
  SEK: 0.096,
  JPY: 0.0067,
  KRW: 0.00073,
  CAD: 0.73,
  AUD: 0.66,
  BRL: 0.19,
}

const US_COMPANIES = 120
const YEAR_ENDS = ['1231', '1231', '1231', '1231', '0930', '0630', '0131']
const LARGEST_USD = 900e9
const WITH_INTRADAY = 40
const ON_CHAIN = 24

/** A share from 0 to 1 that belongs to some words, the same on every machine. */
export function demoShare(...words: (string | number)[]): number {
  return Number.parseInt(hash('sha256', words.join(' ')).slice(0, 8), 16) / 0x1_0000_0000
}

/** All companies, the largest first; tickers begin with Z and have no vowels, as no real ones do. */
export function demoCompanies(): DemoCompany[] {
  const places = Object.entries(INDUSTRIES).flatMap(([sector, industries]) => industries.map((industry) => ({ sector, industry })))
  const home = Array.from({ length: US_COMPANIES }, (_, index) => company(index, places[(index * 7) % places.length], 'US', 'USD'))
  const abroad = ABROAD.map(([country, currency], index) =>
    company(US_COMPANIES + index, places[(index * 5) % places.length], country, currency),
  )
  return [...home, ...abroad]
}

function company(index: number, place: { sector: string; industry: string } | undefined, country: string, currency: string): DemoCompany {
  const isHome = country === 'US'
  // Two companies have no sector, as happens with new listings.
  const sorted = index === 57 || index === 93 ? undefined : place
  const word = `${FIRST[index % FIRST.length]}${SECOND[Math.floor(index / FIRST.length) % SECOND.length]}${isHome ? '' : ` ${country}`}`
  const rank = isHome ? index : (index - US_COMPANIES) * 9 + 4
  const rate = DEMO_RATES[currency] ?? 1
  return {
    number: index,
    ticker: tickerOf(index, isHome),
    country,
    currency,
    cik: String(9_000_001 + index).padStart(10, '0'),
    name: `${word} ${sorted === undefined ? 'Holdings' : nameOf(sorted.industry)} Inc.`,
    sector: sorted?.sector ?? null,
    industry: sorted?.industry ?? null,
    price: (15 + 280 * demoShare('price', index)) / rate,
    marketCap: ((LARGEST_USD / (1 + rank * 0.6) ** 1.15) * (0.85 + 0.3 * demoShare('size', index))) / rate,
    yearEnd: YEAR_ENDS[index % YEAR_ENDS.length] ?? '1231',
    hasRelease: demoShare('release', index) > 0.1,
    hasIntraday: isHome && index < WITH_INTRADAY,
    isOnchain: isHome && index < ON_CHAIN,
    paysDividends: demoShare('dividends', index) < 0.55,
    splitDay: index === 2 || index === 17 ? 400 + index * 3 : undefined,
  }
}

function tickerOf(index: number, isHome: boolean): string {
  const consonants = (word = '') => word.toUpperCase().replaceAll(/[AEIOU]/g, '')
  const first = consonants(FIRST[index % FIRST.length]).slice(0, 2)
  const second = consonants(SECOND[Math.floor(index / FIRST.length) % SECOND.length]).slice(0, 2)
  return `Z${first}${second}${isHome ? '' : 'F'}`
}

function nameOf(industry: string): string {
  return industry.replace(/^REIT - /, '').replaceAll(/&/g, 'and')
}
