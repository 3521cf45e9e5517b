import Type from 'typebox'
import { minFilter, nameFilter } from '../../../http/lists/filter.ts'
import { defineRoute } from '../../../http/route.ts'
import { AlmanacError } from '../../../lib/errors.ts'
import { disclosedRounds } from '../derive/disclosed-rounds.ts'
import { isoDay, type MonthlyValuation, valuationFigures } from '../derive/valuation-figures.ts'
import { type Company, readCompanies, readMonths, readUpdatedMs } from '../read.ts'
import { aboutRecord, companyRecord } from '../records.ts'
import { common, envelope, envelopeSchema, exampleUpdatedAt } from './envelope.ts'

export const listCompanies = defineRoute({
  ...common,
  id: 'preIpo.listCompanies',
  operationId: 'listPreIpoCompanies',
  summary: 'Private companies and what they are estimated to be worth',
  describe:
    'In registry order. Estimates come from secondary marketplaces, else from the last disclosed round; they are no official figures.',
  paths: { pro: '/pre-ipo/v1/companies-list' },
  response: envelopeSchema(Type.Array(companyRecord.schema)),
  example: { updatedAt: exampleUpdatedAt, data: [companyRecord.example] },
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
      companyItem(company, months.get(company.company) ?? [], context.nowSec),
    )
    return envelope(updatedMs, items)
  },
})

function companyItem(company: Company, months: readonly MonthlyValuation[], nowSec: number) {
  const rounds = disclosedRounds(company.reports.filter(({ atSec }) => atSec <= nowSec))
  const newest = rounds.at(-1)
  const amounts = rounds.flatMap(({ amountUsd }) => amountUsd ?? [])
  return {
    ...aboutRecord.item(company),
    ...valuationFigures(months, rounds),
    latestRaise: newest?.amountUsd ?? null,
    latestFundingDate: newest === undefined ? null : isoDay(newest.atSec),
    totalRaised: amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount, 0),
  }
}
