import Type from 'typebox'
import { boolean, integer, nullableText, number, string, textList } from '../../http/described.ts'
import { nullable } from '../../http/schemas.ts'
import { field, type RecordRow, record } from '../../records/record.ts'
import type { Protocol, Registry } from '../registry/public.ts'

export const hackRecord = record({
  date: field(integer('Unix seconds'), 1_711_065_600, 'atSec'),
  name: field(string('The protocol’s present name when it is known'), 'Example Swap'),
  classification: field(nullableText('Kind of attack'), 'Protocol Logic'),
  technique: field(nullableText('How it was done'), 'Infinite Mint and Dump'),
  amount: field(nullable(number('Loss in USD')), 4_800_000, 'amountUsd'),
  chain: field(textList('Display names of the chains that were hit'), ['Blast'], 'chains'),
  bridgeHack: field(boolean('A bridge was attacked'), false),
  targetType: field(nullableText('What was attacked'), 'DeFi Protocol'),
  source: field(nullableText('URL of a report'), 'https://example.org/report', 'link'),
  returnedFunds: field(
    nullable(number('USD that came back; null when not known')),
    null,
    'returnedUsd',
  ),
  serviceId: field(
    nullable(Type.Union([Type.Integer(), Type.String()], { description: 'Id of the protocol' })),
    1,
    'protocol',
  ),
  parentProtocolId: field(
    nullableText('Id of its family'),
    null,
    (row: { parent: string | null }) => row.parent,
  ),
  language: field(nullableText('Programming language of the contract'), 'Solidity'),
})

/** An incident as it was recorded. */
export type HackRow = Omit<RecordRow<typeof hackRecord>, 'parent' | 'protocol'> & {
  protocol: string | null
}

/** An incident under its protocol’s present name, so that none is listed under two (hacks.md). */
export function hackItem(
  hack: HackRow,
  registry: Pick<Registry, 'byId' | 'parentOf'>,
  chainName: (key: string) => string,
) {
  const protocol = hack.protocol === null ? undefined : registry.byId(hack.protocol)
  return hackRecord.item({
    ...hack,
    name: protocol?.name ?? hack.name,
    chains: hack.chains.map(chainName),
    protocol: hack.protocol === null ? null : serviceId(hack.protocol),
    parent: protocol === undefined ? null : parentIdOf(protocol, registry),
  })
}

/** Clients read the number of a protocol as a number; other ids are texts. */
function serviceId(id: string): number | string {
  const number = Number(id)
  return String(number) === id && Number.isSafeInteger(number) ? number : id
}

function parentIdOf(protocol: Protocol, registry: Pick<Registry, 'parentOf'>): string | null {
  return protocol.isParent ? protocol.id : (registry.parentOf(protocol)?.id ?? null)
}
