import './equities.css'
import type { Body } from '../../api/request.ts'
import type { QueryResult } from '../../api/response.ts'
import { Facts } from '../../blocks/facts/facts.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { inUnit, price, shortText } from '../../lib/writing.ts'

type Member = Exclude<keyof Summary, 'updatedAt'>
type Entry = readonly [
  name: string,
  member: Member,
  unit: 'money' | 'ratio' | 'percent' | 'count' | 'price',
]

const GROUPS: readonly (readonly [title: string, entries: readonly Entry[]])[] = [
  [
    'Valuation',
    [
      ['Price to earnings', 'trailingPE', 'ratio'],
      ['Price to revenue', 'priceToRevenue', 'ratio'],
      ['Price to book', 'priceToBook', 'ratio'],
      ['EV to EBITDA', 'enterpriseValueToEbitda', 'ratio'],
      ['Dividend yield', 'dividendYield', 'percent'],
      ['Yield to holders', 'holdersYield', 'percent'],
      ['52-week high', 'fiftyTwoWeekHigh', 'price'],
      ['52-week low', 'fiftyTwoWeekLow', 'price'],
    ],
  ],
  [
    'Last 12 months',
    [
      ['Revenue', 'revenueTTM', 'money'],
      ['Gross profit', 'grossProfitTTM', 'money'],
      ['EBITDA', 'ebitdaTTM', 'money'],
      ['Earnings', 'earningsTTM', 'money'],
      ['Operating margin', 'operatingProfitMarginTTM', 'percent'],
      ['Dividends', 'dividendsTTM', 'money'],
      ['Shares bought back', 'stockRepurchaseTTM', 'money'],
      ['Shares issued', 'stockIssuanceTTM', 'money'],
      ['Paid in shares', 'stockBasedCompensationTTM', 'money'],
    ],
  ],
  [
    'Balance sheet',
    [
      ['Cash', 'cashAndCashEquivalents', 'money'],
      ['Debt', 'totalDebt', 'money'],
      ['Assets', 'totalAssets', 'money'],
      ['Liabilities', 'totalLiabilities', 'money'],
      ['Equity', 'totalShareholdersEquity', 'money'],
    ],
  ],
  [
    'Shares',
    [
      ['Outstanding', 'totalSupply', 'count'],
      ['Freely traded', 'circulatingSupply', 'count'],
      ['Market cap, freely traded', 'circulatingMarketCap', 'money'],
      ['Traded on the last day', 'volume', 'count'],
      ['Employees', 'employeeCount', 'count'],
    ],
  ],
]

/** Every figure of the summary in words. */
export function CompanyFigures({ asked, sign }: { asked: QueryResult<Summary>; sign: string }) {
  return (
    <Block title="Figures" asked={asked} shape={{ rows: 9 }}>
      {(summary) => (
        <div className="fact-columns">
          {GROUPS.map(([title, entries]) => (
            <div key={title}>
              <h3>{title}</h3>
              <Facts
                lines={entries.map(([name, member, unit]) => [
                  name,
                  write(summary[member], unit, sign),
                ])}
              />
            </div>
          ))}
        </div>
      )}
    </Block>
  )
}

function write(value: number | null, unit: Entry[2], sign: string): string {
  if (unit === 'money') return shortText(value, { sign })
  if (unit === 'price') return price(value)
  if (unit === 'count') return shortText(value)
  const text = inUnit(value, 1, 2)
  return unit === 'percent' && value !== null ? `${text}%` : text
}

/** The figures of a company. */
export type Summary = Body<'getEquitySummary'>
