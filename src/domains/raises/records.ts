import Type from 'typebox'
import { integer, nullableText, number, string, textList } from '../../http/described.ts'
import { nullable, shape } from '../../http/schemas.ts'
import { field, record } from '../../records/record.ts'
import { chains } from '../registry/public.ts'
import { isoDay, protocolRaises } from './derive/protocol-raises.ts'
import type { Raise } from './derive/raise-rounds.ts'
import { categoryGroup } from './derive/raise-totals.ts'

const millions = (what: string) => nullable(number(`${what}, in millions of USD`))
const date = integer('Unix seconds')
const text = (description: string) => string(description)
const LINK = 'https://example.org/raise'

const reportRecord = record(
  {
    reporter: field(text('Who reported the round'), 'round-watch'),
    date: field(date, 1_740_528_000, 'dateSec'),
    round: field(nullableText('Kind of round'), 'Strategic'),
    amount: field(millions('Amount'), 16),
    valuation: field(millions('Valuation'), null),
    source: field(nullableText('URL of the report'), LINK, 'link'),
  },
  'RaiseReport',
)
const laterReport = {
  reporter: 'ledger-wire',
  date: 1_740_614_400,
  round: null,
  amount: 15.5,
  valuation: null,
  source: null,
}
const reports = Type.Array(reportRecord.schema, {
  description: 'What each reporter says of this round, the one that is followed first',
})

/** A round under the names that clients read (raises.md#rounds). */
export const raiseRecord = record({
  date: field(date, 1_740_528_000, 'dateSec'),
  name: field(text('Who raised'), 'Example Labs'),
  round: field(nullableText('Kind of round, such as Seed'), 'Strategic'),
  amount: field(millions('Amount raised'), 16),
  chains: field(
    textList('Display names of the chains it is active on'),
    ['Ethereum'],
    (raise: Raise) => raise.chains.map((key) => chains.nameOf(key)),
  ),
  sector: field(nullableText('What it does, in words'), 'A dollar that earns.'),
  category: field(nullableText('Category'), 'DeFi'),
  categoryGroup: field(nullableText('Group of its category'), 'DeFi & CeFi', (raise: Raise) =>
    categoryGroup(raise.category),
  ),
  source: field(nullable(text('URL of the announcement')), LINK, 'link'),
  leadInvestors: field(textList('Names of the lead investors'), ['North Fund']),
  otherInvestors: field(textList('Names of the other investors'), ['East Capital']),
  valuation: field(millions('Valuation'), null),
  serviceId: field(
    nullable(text('Id of the protocol, or parent#<slug> of its family')),
    'parent#example',
    'protocol',
  ),
  reports: field(reports, [reportRecord.example, laterReport], (raise: Raise) =>
    raise.reports.map(reportRecord.item),
  ),
})

/** A round in the detail of a protocol. */
export const protocolRaiseSchema = shape({ ...raiseRecord.members, date: text('YYYY-MM-DD') })

/** Rounds of a protocol, or of a family (`members`), as a detail shows them. */
export function listProtocolRaises(raises: readonly Raise[], members: readonly { id: string }[]) {
  return protocolRaises(raises, members).map((raise) => ({
    ...raiseRecord.item(raise),
    date: isoDay(raise.dateSec),
  }))
}
