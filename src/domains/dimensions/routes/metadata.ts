import Type from 'typebox'
import { mapOf, nullable, shape } from '../../../http/schemas.ts'
import { chains } from '../../registry/public.ts'
import type { Measured } from '../derive/measured.ts'
import { totalsByChain } from '../derive/measured.ts'
import { type Methodology, methodologyOf } from '../derive/methodology.ts'
import { type Methods, methodsKey } from '../read/methods.ts'
import type { Named, View } from '../view.ts'

const text = nullable(Type.String())
const texts = Type.Array(Type.String())

const methodologySchema = {
  methodologyURL: text,
  methodology: mapOf(Type.String(), 'How each kind of figure is counted, in words'),
  breakdownMethodology: nullable(mapOf(mapOf(Type.String(), 'By label'), 'By kind of figure')),
}

/** What is said of whoever is measured, in lists and in summaries. */
export const rowSchema = {
  id: Type.String(),
  serviceId: Type.String({ description: 'The same as id' }),
  name: Type.String(),
  displayName: Type.String(),
  slug: Type.String(),
  module: text,
  category: text,
  logo: text,
  chains: Type.Array(Type.String({ description: 'Display names, largest 24 hours first' })),
  protocolType: Type.Union([Type.Literal('protocol'), Type.Literal('chain')]),
  ...methodologySchema,
  hasLabelBreakdown: Type.Boolean(),
  parentProtocol: text,
  linkedProtocols: Type.Array(Type.String({ description: 'Parent first, then its children' })),
  doublecounted: Type.Boolean(),
  latestFetchIsOk: Type.Boolean({ description: 'The last complete day was reported' }),
  disabled: Type.Null(),
  versionKey: Type.Null(),
}

export const metadataSchema = {
  ...rowSchema,
  url: text,
  referralUrl: text,
  description: text,
  aggregator_id: text,
  rankingSiteId: text,
  socialHandle: text,
  codeRepos: texts,
  symbol: text,
  address: text,
  childProtocols: Type.Array(
    shape({
      name: Type.String(),
      displayName: Type.String(),
      serviceId: Type.String(),
      ...methodologySchema,
    }),
  ),
  forkedFrom: texts,
  audits: text,
  audit_links: texts,
  governanceID: texts,
  treasury: text,
  previousNames: texts,
  wrongLiquidity: Type.Boolean(),
}

/** A parent, a protocol or a chain with the members that make up its figures. */
export function rowOf(
  named: Named,
  measured: readonly Measured[],
  view: View,
  methods: Methods,
): Record<keyof typeof rowSchema, unknown> {
  const { protocol, members } = named
  const subject = members[0]?.subject
  const id = protocol?.id ?? subject?.id ?? ''
  const name = protocol?.name ?? subject?.name ?? ''
  return {
    id,
    serviceId: id,
    name,
    displayName: name,
    slug: protocol?.slug ?? subject?.slug ?? '',
    module: protocol?.module ?? null,
    category: protocol === undefined ? (subject?.category ?? null) : protocol.category,
    logo: protocol?.logo ?? null,
    chains: totalsByChain(measured).map(([chain]) => chains.nameOf(chain)),
    protocolType: subject?.type ?? 'protocol',
    ...wordsOf(id, measured, view, methods),
    hasLabelBreakdown: members.some(({ all }) => all.some(({ isLabelled }) => isLabelled)),
    parentProtocol: protocol?.parent ?? null,
    linkedProtocols: protocol === undefined ? [] : view.registry.familyNames(protocol),
    doublecounted: members.length > 0 && members.every((member) => member.subject.isDoubleCounted),
    latestFetchIsOk: measured.some(({ totals }) => totals.yearDays[0] === 1),
    disabled: null,
    versionKey: null,
  }
}

/** What is said of a chain, which the registry does not describe. */
const UNDESCRIBED = {
  url: null,
  referralUrl: null,
  description: null,
  aggregatorId: null,
  rankingSiteId: null,
  socialHandle: null,
  codeRepos: [],
  symbol: null,
  tokenCoin: null,
  isParent: false,
  forkedFrom: [],
  audits: null,
  auditLinks: [],
  governanceIds: [],
  treasury: null,
  previousNames: [],
  wrongLiquidity: false,
}

/** The full description; the family of a parent is told one by one (semantics 7.3). */
export function metadataOf(
  named: Named,
  measured: readonly Measured[],
  view: View,
  methods: Methods,
): Record<keyof typeof metadataSchema, unknown> {
  const known = named.protocol ?? UNDESCRIBED
  return {
    ...rowOf(named, measured, view, methods),
    url: known.url,
    referralUrl: known.referralUrl,
    description: known.description,
    aggregator_id: known.aggregatorId,
    rankingSiteId: known.rankingSiteId,
    socialHandle: known.socialHandle,
    codeRepos: known.codeRepos,
    symbol: known.symbol,
    address: known.tokenCoin,
    childProtocols: known.isParent ? measured.map((child) => childOf(child, view, methods)) : [],
    forkedFrom: known.forkedFrom,
    audits: known.audits,
    audit_links: known.auditLinks,
    governanceID: known.governanceIds,
    treasury: known.treasury,
    previousNames: known.previousNames,
    wrongLiquidity: known.wrongLiquidity,
  }
}

function childOf(child: Measured, view: View, methods: Methods) {
  const { id, name } = child.member.subject
  return { name, displayName: name, serviceId: id, ...wordsOf(id, [child], view, methods) }
}

function wordsOf(
  id: string,
  measured: readonly Measured[],
  { metric, type }: View,
  methods: Methods,
): Methodology {
  const isDerived = measured.some(({ member }) => member.all.some((series) => series.isDerived))
  const said = methods.get(methodsKey(metric.name, id)) ?? []
  const told = metric.dataTypes.filter(
    ({ name }) => name === type.name || said.some(({ dataType }) => dataType === name),
  )
  return methodologyOf(told, said, (name) => isDerived && name === type.name)
}

export const exampleRow = {
  id: '1',
  serviceId: '1',
  name: 'Example Swap',
  displayName: 'Example Swap',
  slug: 'example-swap',
  module: 'example-swap',
  category: 'Dexs',
  logo: null,
  chains: ['Ethereum', 'Arbitrum'],
  protocolType: 'protocol',
  methodologyURL: null,
  methodology: { Volume: 'Value of all trades of the day.' },
  breakdownMethodology: null,
  hasLabelBreakdown: false,
  parentProtocol: null,
  linkedProtocols: [],
  doublecounted: false,
  latestFetchIsOk: true,
  disabled: null,
  versionKey: null,
}

export const exampleMetadata = {
  ...exampleRow,
  url: 'https://example.org',
  referralUrl: null,
  description: 'An exchange.',
  aggregator_id: 'example-swap',
  rankingSiteId: null,
  socialHandle: 'exampleswap',
  codeRepos: [],
  symbol: 'EXS',
  address: 'ethereum:0x1111111111111111111111111111111111111111',
  childProtocols: [],
  forkedFrom: [],
  audits: '2',
  audit_links: [],
  governanceID: [],
  treasury: null,
  previousNames: [],
  wrongLiquidity: false,
}
