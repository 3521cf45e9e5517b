import demo from '../../../data/demo-equities.json' with { type: 'json' }
import { at } from '../../lib/at.ts'
import { demoChance } from '../market/chance.ts'

/** A made-up company. Days count from the first day of the demo world, and may lie before it. */
export interface DemoCompany {
  readonly number: number
  readonly ticker: string
  readonly country: string
  readonly currency: string
  readonly cik: string
  readonly name: string
  readonly sector: string | null
  readonly industry: string | null
  /** Around which its price and market cap, in its currency, move after two years. */
  readonly price: number
  readonly marketCap: number
  /** How sales grow from one quarter to the next; the price follows. */
  readonly growth: number
  /** End of the fiscal year, MMDD; a year of whole weeks ends on the Saturday nearest to it. */
  readonly yearEnd: string
  readonly hasWeeklyYear: boolean
  /** Files 20-F and 6-K by the international taxonomy. */
  readonly isForeignFiler: boolean
  /** Amends some of its annual reports. */
  readonly restates: boolean
  readonly hasTwoClasses: boolean
  readonly hasRelease: boolean
  readonly hasIntraday: boolean
  readonly isOnchain: boolean
  readonly paysDividends: boolean
  /** A split of four for one. */
  readonly splitDay: number | undefined
  /** First and last day in the market, where it was not there all the time. */
  readonly listedDay: number | undefined
  readonly goneDay: number | undefined
}

/** Texts of the sectors. */
export const DEMO_SECTORS: Readonly<Record<string, string>> = Object.fromEntries(
  demo.sectors.map(({ sector, description }) => [sector, description]),
)

/** What a unit of each other currency is worth in the demo world, in US dollars. */
export const USD_RATES: Readonly<Record<string, number>> = demo.usdRates

export function usdRateOf(currency: string): number {
  const rate = currency === 'USD' ? 1 : USD_RATES[currency]
  if (rate === undefined) throw new Error(`The demo world has no rate of ${currency}.`)
  return rate
}

const US_COMPANIES = 323
const ABROAD_PER_COUNTRY = 7
const HOLDERS_AT_HOME = 120
const YEAR_ENDS = ['1231', '1231', '1231', '1231', '0930', '0630', '0131']
const LARGEST_USD = 900e9
const WITH_INTRADAY = 40
const ON_CHAIN = 24
// A step that visits every industry once before any comes again.
const INDUSTRY_STEP = 37

// Companies that show special cases.
const TWO_CLASSES = 5
const RESTATED = 8
const WEEKLY_YEAR = 13
const SECOND_OWNER = 150
const FOREIGN_AT_HOME = [31, 76, 140]
const WITHOUT_SECTOR = [57, 93]
const SPLIT_DAYS = new Map([
  [2, 406],
  [17, 451],
  [29, -500],
])
const LISTED_DAY = 120
const GONE_DAY = -240

/** Those at home first, the largest first; tickers are Z without vowels, as no real ones are. */
export function listCompanies(share = 1): DemoCompany[] {
  const home = Array.from({ length: Math.ceil(US_COMPANIES * share) }, (_, index) =>
    company(index, 'US', 'USD', index),
  )
  const abroad = Array.from({ length: Math.ceil(ABROAD_PER_COUNTRY * share) }, () => demo.countries)
    .flat()
    .map(({ country, currency }, index) =>
      company(US_COMPANIES + index, country, currency, index * 4 + 2),
    )
  return [...home, ...abroad]
}

/** A company that left the market, and whose ticker another has today. */
export function goneCompany(): DemoCompany {
  const gone = company(
    US_COMPANIES + ABROAD_PER_COUNTRY * demo.countries.length,
    'US',
    'USD',
    SECOND_OWNER,
  )
  return { ...gone, ticker: tickerOf(SECOND_OWNER, true), goneDay: GONE_DAY }
}

/** Companies that may also hold coins: the larger ones at home, one of each other country. */
export function listCoinHolders(share = 1): DemoCompany[] {
  return listCompanies(share).filter(
    ({ number }) =>
      number < HOLDERS_AT_HOME ||
      (number >= US_COMPANIES && number < US_COMPANIES + demo.countries.length),
  )
}

function company(index: number, country: string, currency: string, sizeRank: number): DemoCompany {
  const isHome = country === 'US'
  const place = WITHOUT_SECTOR.includes(index) ? undefined : placeOf(index)
  const rate = usdRateOf(currency)
  return {
    number: index,
    ticker: tickerOf(index, isHome),
    country,
    currency,
    cik: String(9_000_001 + index).padStart(10, '0'),
    name: `${wordsOf(index).join('')} ${place === undefined ? 'Holdings' : nameOf(place.industry)} ${isHome ? 'Inc.' : `(${country})`}`,
    sector: place?.sector ?? null,
    industry: place?.industry ?? null,
    price: (15 + 280 * demoChance('price', index)) / rate,
    marketCap:
      ((LARGEST_USD / (1 + sizeRank * 0.6) ** 1.15) * (0.85 + 0.3 * demoChance('size', index))) /
      rate,
    growth: 1.005 + 0.025 * demoChance('growth', index),
    yearEnd: index === WEEKLY_YEAR ? '0131' : at(YEAR_ENDS, index % YEAR_ENDS.length),
    hasWeeklyYear: index === WEEKLY_YEAR,
    isForeignFiler: !isHome || FOREIGN_AT_HOME.includes(index),
    restates: index === RESTATED,
    hasTwoClasses: index === TWO_CLASSES,
    hasRelease: demoChance('release', index) > 0.1,
    hasIntraday: isHome && index < WITH_INTRADAY,
    isOnchain: isHome && index < ON_CHAIN,
    paysDividends: demoChance('dividends', index) < 0.55,
    splitDay: SPLIT_DAYS.get(index),
    listedDay: index === SECOND_OWNER ? LISTED_DAY : undefined,
    goneDay: undefined,
  }
}

function placeOf(index: number): { sector: string; industry: string } {
  const places = demo.sectors.flatMap(({ sector, industries }) =>
    industries.map((industry) => ({ sector, industry })),
  )
  return at(places, (index * INDUSTRY_STEP) % places.length)
}

/** Two parts of a name that no other company has. */
function wordsOf(index: number): [string, string] {
  const { first, second } = demo.names
  const [begin, end] = [index % first.length, Math.floor(index / first.length)]
  return [at(first, begin), at(second, (end + begin) % second.length)]
}

function tickerOf(index: number, isHome: boolean): string {
  const consonants = (word: string) =>
    word
      .toUpperCase()
      .replaceAll(/[AEIOU]/g, '')
      .slice(0, 2)
  return `Z${wordsOf(index).map(consonants).join('')}${isHome ? '' : 'F'}`
}

function nameOf(industry: string): string {
  return industry.replace(/^REIT - /, '').replaceAll(/&/g, 'and')
}
