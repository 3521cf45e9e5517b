import Type from 'typebox'
import { described, string, textList } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, namedShape, nullable, shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { statements } from '../derive/statements/statements.ts'
import { FILED_FACTS, filedQuery, readFiled } from './parameters.ts'

const rows = Type.Array(Type.Array(nullable(Type.Number())), {
  description: 'One row per label, one column per period; null: not reported',
})
const childLabels = mapOf(
  namedShape('EquityStatementLabels', { labels: textList('Labels of the lines under it') }),
  'Labels of the lines under a label',
)
const periods = namedShape('EquityStatementPeriods', {
  periodEnding: Type.Array(Type.String(), {
    description: 'Last days of the periods, YYYY-MM-DD, oldest first',
  }),
  values: rows,
  children: mapOf(shape({ values: rows }), 'Values of the lines under a label'),
  missing: Type.Optional(
    mapOf(
      mapOf(string('Reason'), 'By the last day of the period'),
      'Why values of a label are null; absent when there is nothing to say',
    ),
  ),
})
const statement = namedShape('EquityStatement', {
  labels: textList('Labels of the lines'),
  children: shape(
    { quarterly: childLabels, annual: childLabels },
    { description: 'Labels of the lines under a line, by length of period' },
  ),
  quarterly: described(periods, 'Figures of the fiscal quarters'),
  annual: described(periods, 'Figures of the fiscal years'),
})

const example = {
  labels: ['Revenue'],
  children: { quarterly: {}, annual: {} },
  quarterly: {
    periodEnding: ['2025-06-30', '2025-09-30'],
    values: [[1_050_000_000, 1_100_000_000]],
    children: {},
  },
  annual: { periodEnding: ['2024-12-31'], values: [[4_000_000_000]], children: {} },
}

export const getStatements = defineRoute({
  id: 'equities.getStatements',
  operationId: 'getEquityStatements',
  summary: 'Income statement, balance sheet and cash flow of a company',
  describe:
    'Quarterly and annual statements from the company’s filings, oldest period first, in the currency the company reports in. The newest filing wins; `asOf` gives what was known then. A fourth quarter is the year less three quarters where their filings are consistent, otherwise null. Share counts and earnings per share are in today’s shares; `asReported=true` shows them as filed. Earnings per share of a fourth quarter are the year less nine months where the share count hardly changed; else null, and `missing` has the reason.',
  paths: { pro: '/equities/v1/statements' },
  query: filedQuery,
  response: shape({
    incomeStatement: described(statement, 'Income statement'),
    balanceSheet: described(statement, 'Balance sheet'),
    cashflow: described(statement, 'Cash-flow statement'),
  }),
  example: {
    incomeStatement: example,
    balanceSheet: { ...example, labels: ['Total Assets'] },
    cashflow: { ...example, labels: ['Net Cash Flow'] },
  },
  reads: FILED_FACTS,
  nowStepSec: DAY_SEC,
  handler: async ({ query }, context) => statements(await readFiled(query, context)),
})
