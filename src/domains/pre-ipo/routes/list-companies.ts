import Type from 'typebox'
import { dayText, nullableText } from '../../../http/described.ts'
import { minFilter, nameFilter } from '../../../http/lists/filter.ts'
import { defineRoute } from '../../../http/route.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import { AlmanacError } from '../../../lib/errors.ts'
import { disclosedRounds } from '../derive/disclosed-rounds.ts'
import type { MonthlyValuation } from '../derive/monthly-valuation.ts'
import { isoDay, valuationFigures } from '../derive/valuation-figures.ts'
import { type Company, readCompanies, readMonths, readUpdatedMs } from '../read.ts'
import { envelope, envelopeSchema, exampleUpdatedAt, NOW_STEP_SEC, READS } from './envelope.ts'

const usd = (description: string) => nullable(Type.Number({ description: `${description}, USD` }))
const percent = (description: string) =>
  nullable(Type.Number({ description: `${description}, percent` }))

export const listCompanies = defineRoute({
  id: 'preIpo.listCompanies',
  operationId: 'listPreIpoCompanies',
  summary: 'Private companies and what they are estimated to be worth',
  describe:
    'In registry order. Estimates come from secondary marketplaces, else from the last disclosed round; they are no official figures.',
  paths: { pro: '/pre-ipo/v1/companies-list' },
  errors: ['snapshot_missing'],
  response: envelopeSchema(
    Type.Array(
      shape({
        id: Type.String({ description: 'Id of the company' }),
        name: Type.String({ description: 'Name of the company' }),
        description: nullableText('What it does, in words'),
        website: nullableText('Web site'),
        sector: nullableText('Sector'),
        latestEstimatedValuation: usd(
          'Newest monthly estimate, or the last round’s post-money valuation',
        ),
        latestRaise: usd('Amount of the newest round'),
        latestFundingValuation: usd('Post-money valuation of the newest round that has one'),
        latestFundingDate: nullable(dayText('Day of the newest round')),
        lastValuationDate: nullable(
          dayText('First day of the month of the estimate, or the day of the round'),
        ),
        totalRaised: usd('All disclosed amounts'),
        valuationChange1YPercentage: percent('Estimate against a year before'),
        premiumVsLatestFundingPercentage: percent('Estimate against the last round'),
      }),
    ),
  ),
  example: {
    updatedAt: exampleUpdatedAt,
    data: [
      {
        id: 'northwind-robotics',
        name: 'Northwind Robotics',
        description: 'Builds robots for warehouses.',
        website: 'https://example.org',
        sector: 'Robotics',
        latestEstimatedValuation: 4_120_000_000,
        latestRaise: 250_000_000,
        latestFundingValuation: 3_500_000_000,
        latestFundingDate: '2025-03-15',
        lastValuationDate: '2026-01-01',
        totalRaised: 610_000_000,
        valuationChange1YPercentage: 37.3,
        premiumVsLatestFundingPercentage: 17.7,
      },
    ],
  },
  table: 'data[]',
  list: {
    filters: {
      sector: nameFilter('sector', 'Only of these sectors', 'Robotics'),
      minValuation: minFilter(
        'latestEstimatedValuation',
        'Only worth at least so much, US dollars',
        1_000_000,
      ),
    },
  },
  reads: READS,
  nowStepSec: NOW_STEP_SEC,
  handler: async (_, context) => {
    const [companies, months, updatedMs] = await Promise.all([
      readCompanies(context),
      readMonths(context),
      readUpdatedMs(context),
    ])
    if (companies.length === 0)
      throw new AlmanacError(
        'snapshot_missing',
        'No snapshot of private companies has been made yet. Import pre_ipo_companies.',
      )
    const items = companies.map((company) =>
      companyItem(company, months.get(company.id) ?? [], context.nowSec),
    )
    return envelope(updatedMs, items)
  },
})

function companyItem(
  { id, name, description, website, sector, reports }: Company,
  months: readonly MonthlyValuation[],
  nowSec: number,
) {
  const rounds = disclosedRounds(reports.filter(({ atSec }) => atSec <= nowSec))
  const newest = rounds.at(-1)
  const amounts = rounds.flatMap(({ amountUsd }) => amountUsd ?? [])
  return {
    id,
    name,
    description,
    website,
    sector,
    ...valuationFigures(months, rounds),
    latestRaise: newest?.amountUsd ?? null,
    latestFundingDate: newest === undefined ? null : isoDay(newest.atSec),
    totalRaised: amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount, 0),
  }
}
