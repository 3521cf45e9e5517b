import Type from 'typebox'
import { number, textList } from '../../../http/described.ts'
import { text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, namedShape, nullable, shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import {
  dimensionDays,
  dimensionMethods,
  exampleMetadata,
  metadataSchema,
  readFeeReport,
} from '../../dimensions/public.ts'
import {
  hallmarksSchema,
  hallmarksState,
  listHallmarks,
  protocolHallmarks,
  protocols,
} from '../../registry/public.ts'
import { incentiveFacts } from '../../unlocks/public.ts'
import { inLineItems } from '../derive/line-item-names.ts'
import { FEE_ITEMS, statementOf } from '../derive/statement.ts'
import { readDailyIncentives } from '../read.ts'

const itemMembers = {
  value: nullable(number('US dollars; costs are positive')),
  'by-label': Type.Optional(mapOf(Type.Number(), 'US dollars by source')),
}
const item = (description: string) =>
  namedShape('FinancialStatementItem', itemMembers, { description })
const items = namedShape('FinancialStatementItems', {
  'Gross Protocol Revenue': item('Fees that users paid'),
  'Cost Of Revenue': item('Part of the fees that suppliers receive'),
  'Gross Profit': item('Part of the fees that stays with the protocol and its token holders'),
  'Token Holder Net Income': item('Part of the fees that token holders receive'),
  Incentives: item('Value of the tokens given away'),
  Earnings: shape(
    {
      ...itemMembers,
      missing: Type.Optional(
        textList('Line items that are not known, or not wholly; only what is known is subtracted'),
      ),
    },
    { description: 'Gross Profit less Incentives' },
  ),
})
const words = nullable(mapOf(Type.String(), 'How it is counted, by line item'))
const labelWords = nullable(
  mapOf(mapOf(Type.String(), 'By label'), 'How each label is counted, by line item'),
)

const {
  methodology: _,
  breakdownMethodology: __,
  childProtocols: ___,
  ...described
} = metadataSchema

const { name, displayName, id: serviceId, methodologyURL } = metadataSchema
const childMembers = { name, displayName, serviceId, methodologyURL }

const response = shape({
  ...described,
  hallmarks: hallmarksSchema,
  methodology: words,
  breakdownMethodology: labelWords,
  childProtocols: Type.Array(
    shape({ ...childMembers, methodology: words, breakdownMethodology: labelWords }),
    { description: 'The versions of a parent; empty otherwise' },
  ),
  aggregates: shape(
    {
      yearly: mapOf(items, 'By year'),
      quarterly: mapOf(items, 'By quarter'),
      monthly: mapOf(items, 'By month'),
    },
    { description: 'Line items by length of period' },
  ),
})

const examplePeriod = {
  'Gross Protocol Revenue': {
    value: 1_200_000,
    'by-label': { 'Borrow Interest': 1_100_000, 'Liquidation Fees': 100_000 },
  },
  'Cost Of Revenue': { value: 900_000 },
  'Gross Profit': { value: 300_000 },
  'Token Holder Net Income': { value: 60_000 },
  Incentives: { value: 120_000 },
  Earnings: { value: 180_000 },
}

export const getStatement = defineRoute({
  id: 'financials.getStatement',
  operationId: 'getFinancialStatement',
  summary: 'Income statement of a protocol',
  describe:
    'Six line items by year, quarter and month, the running ones up to the last complete day. Earnings are gross profit less incentives: tokens given away, at the price of their day. Where no schedule of the token is known, or a payment has no price, incentives are null and `missing` of the earnings names them. A parent is the sum of its children.',
  paths: { pro: '/api/v2/metrics/financial-statement/protocol/{protocol}' },
  params: { protocol: text('Slug of a protocol or of a parent.', 'harbor-swap') },
  response,
  example: {
    ...exampleMetadata,
    hallmarks: [[1_650_412_800, 'V2 opens']],
    methodology: { 'Gross Protocol Revenue': 'All interest that borrowers pay.' },
    breakdownMethodology: {
      'Gross Protocol Revenue': { 'Borrow Interest': 'Interest of all markets.' },
    },
    childProtocols: [],
    aggregates: {
      yearly: { 2025: examplePeriod },
      quarterly: { '2025-Q4': examplePeriod },
      monthly: { '2025-12': examplePeriod },
    },
  },
  table: 'aggregates{period}{date}',
  reads: [protocols, protocolHallmarks, dimensionDays, dimensionMethods, ...incentiveFacts],
  nowStepSec: DAY_SEC,
  handler: async ({ params }, context) => {
    const { metadata, ids, hasToken, byType } = await readFeeReport(
      context,
      params.protocol,
      Object.values(FEE_ITEMS),
    )
    const incentives = await readDailyIncentives(context, ids, hasToken)
    const hallmarks = listHallmarks(await context.states.get(hallmarksState, context.snapshot), ids)
    return { ...inLineItems(metadata), hallmarks, aggregates: statementOf(byType, incentives) }
  },
})
