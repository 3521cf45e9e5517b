import Type from 'typebox'
import { nullableText, textList } from '../../../http/described.ts'
import { namedShape, nullable, shape } from '../../../http/schemas.ts'
import { chains } from '../../registry/public.ts'
import { categoryGroup } from '../derive/category-group.ts'
import { isoDay, protocolRaises } from '../derive/protocol-raises.ts'
import type { Raise } from '../derive/raise-rounds.ts'

const millions = (what: string) =>
  nullable(Type.Number({ description: `${what}, in millions of USD` }))
const date = Type.Integer({ description: 'Unix seconds' })

const members = {
  name: Type.String({ description: 'Who raised' }),
  round: nullableText('Kind of round, such as Seed'),
  amount: millions('Amount raised'),
  chains: textList('Display names of the chains it is active on'),
  sector: nullableText('What it does, in words'),
  category: nullableText('Category'),
  categoryGroup: nullableText('Group of its category'),
  source: nullable(Type.String({ description: 'Address of the announcement' })),
  leadInvestors: textList('Names of the lead investors'),
  otherInvestors: textList('Names of the other investors'),
  valuation: millions('Valuation'),
  serviceId: nullable(
    Type.String({ description: 'Id of the protocol, or parent#<slug> of its family' }),
  ),
  reports: Type.Array(
    namedShape('RaiseReport', {
      reporter: Type.String({ description: 'Who reported the round' }),
      date,
      round: nullableText('Kind of round'),
      amount: millions('Amount'),
      valuation: millions('Valuation'),
      source: nullableText('Address of the report'),
    }),
    { description: 'What each reporter says of this round, the one that is followed first' },
  ),
}

export const raiseSchema = shape({ date, ...members })
/** A round in the detail of a protocol (decision 19). */
export const protocolRaiseSchema = shape({
  date: Type.String({ description: 'YYYY-MM-DD' }),
  ...members,
})

export function raiseItem(raise: Raise) {
  return {
    date: raise.dateSec,
    name: raise.name,
    round: raise.round,
    amount: raise.amount,
    chains: raise.chains.map((key) => chains.nameOf(key)),
    sector: raise.sector,
    category: raise.category,
    categoryGroup: categoryGroup(raise.category),
    source: raise.link,
    leadInvestors: raise.leadInvestors,
    otherInvestors: raise.otherInvestors,
    valuation: raise.valuation,
    serviceId: raise.protocol,
    reports: raise.reports.map(({ reporter, dateSec, round, amount, valuation, link }) => ({
      reporter,
      date: dateSec,
      round,
      amount,
      valuation,
      source: link,
    })),
  }
}

/**
 * The rounds of a protocol as its detail shows them; of a parent `members` are the parent and its
 * children.
 */
export function listProtocolRaises(raises: readonly Raise[], members: readonly { id: string }[]) {
  return protocolRaises(raises, members).map((raise) => ({
    ...raiseItem(raise),
    date: isoDay(raise.dateSec),
  }))
}

export const exampleRaise = {
  date: 1_740_528_000,
  name: 'Example Labs',
  round: 'Strategic',
  amount: 16,
  chains: ['Ethereum'],
  sector: 'A dollar that earns.',
  category: 'DeFi',
  categoryGroup: 'DeFi & CeFi',
  source: 'https://example.org/raise',
  leadInvestors: ['North Fund'],
  otherInvestors: ['East Capital'],
  valuation: null,
  serviceId: 'parent#example',
  reports: [
    {
      reporter: 'round-watch',
      date: 1_740_528_000,
      round: 'Strategic',
      amount: 16,
      valuation: null,
      source: 'https://example.org/raise',
    },
    {
      reporter: 'ledger-wire',
      date: 1_740_614_400,
      round: null,
      amount: 15.5,
      valuation: null,
      source: null,
    },
  ],
}
