import Type from 'typebox'
import { nullableText, textList } from '../../../http/described.ts'
import { mapOf, namedShape, nullable } from '../../../http/schemas.ts'
import { at } from '../../../lib/at.ts'
import { chainNames, chains, protocolMembers } from '../../registry/public.ts'
import { type Measured, totalsByChain } from '../derive/measured.ts'
import { type Methodology, methodologyOf } from '../derive/methodology.ts'
import type { ProtocolSelection } from '../member-selection.ts'
import type { MetricRequest } from '../read/members.ts'
import { type Methods, methodsKey } from '../read/methods.ts'

const methodologySchema = {
  methodologyURL: nullableText('Where the way of counting is described'),
  methodology: mapOf(Type.String(), 'How each kind of figure is counted, in words'),
  breakdownMethodology: nullable(
    mapOf(
      mapOf(Type.String(), 'By label'),
      'How each label is counted, by kind of figure; null when it has none',
    ),
  ),
}
const displayName = Type.String({ description: 'The same as name' })
const serviceId = Type.String({ description: 'The same as id' })
const { id, name, slug, module, category, logo, parentProtocol, doublecounted } = protocolMembers

/** The chain of an answer, and those that it could be asked for. */
export const chainMembers = {
  chain: nullableText('Display name of the chain; null for all of them'),
  allChains: textList('Display names of the chains with figures, largest 24 hours first'),
}

/** What is said of a protocol or chain, in lists and in summaries. */
export const rowSchema = {
  ...{ id, serviceId, name, displayName, slug, module, category, logo },
  chains: chainNames('largest 24 hours first'),
  protocolType: Type.Union([Type.Literal('protocol'), Type.Literal('chain')], {
    description: 'A protocol, or a chain as a whole',
  }),
  ...methodologySchema,
  hasLabelBreakdown: Type.Boolean({ description: 'Its figures are also known by label' }),
  parentProtocol,
  linkedProtocols: textList('Names of its family: the parent first, then its children'),
  doublecounted,
  latestFetchIsOk: Type.Boolean({ description: 'The last complete day was reported' }),
  disabled: Type.Null({ description: 'Always null' }),
  versionKey: Type.Null({ description: 'Always null' }),
}

export const metadataSchema = {
  ...rowSchema,
  url: protocolMembers.url,
  referralUrl: protocolMembers.referralUrl,
  description: protocolMembers.description,
  aggregator_id: protocolMembers.aggregator_id,
  rankingSiteId: protocolMembers.rankingSiteId,
  socialHandle: protocolMembers.socialHandle,
  codeRepos: protocolMembers.codeRepos,
  symbol: protocolMembers.symbol,
  address: protocolMembers.address,
  childProtocols: Type.Array(
    namedShape('ChildProtocol', { name, displayName, serviceId: id, ...methodologySchema }),
    {
      description: 'The versions of a parent; empty otherwise',
    },
  ),
  forkedFrom: protocolMembers.forkedFrom,
  audits: protocolMembers.audits,
  audit_links: protocolMembers.audit_links,
  governanceID: protocolMembers.governanceID,
  treasury: protocolMembers.treasury,
  previousNames: protocolMembers.previousNames,
  wrongLiquidity: protocolMembers.wrongLiquidity,
}

type Selected = Pick<ProtocolSelection, 'protocol' | 'members'>

/** A parent, a protocol or a chain with the members that make up its figures. */
export function rowOf(
  selected: Selected,
  measured: readonly Measured[],
  request: MetricRequest,
  methods: Methods,
): Record<keyof typeof rowSchema, unknown> {
  const { protocol, members } = selected
  const { subject } = at(members, 0)
  const { id, name, slug, category } = protocol ?? subject
  return {
    id,
    serviceId: id,
    name,
    displayName: name,
    slug,
    module: protocol?.module ?? slug,
    category,
    logo: protocol?.logo ?? null,
    chains: totalsByChain(measured).map(([chain]) => chains.nameOf(chain)),
    protocolType: subject.type,
    ...wordsOf(id, measured, request, methods),
    hasLabelBreakdown: members.some(({ all }) => all.some(({ isLabelled }) => isLabelled)),
    parentProtocol: protocol?.parent ?? null,
    linkedProtocols: protocol === undefined ? [] : request.registry.familyNames(protocol),
    doublecounted: members.every((member) => member.subject.isDoubleCounted),
    latestFetchIsOk: measured.some(({ totals }) => totals.yearDays[0] === 1),
    disabled: null,
    versionKey: null,
  }
}

/** The registry does not describe chains. */
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

/** The full description, with that of each child of a parent (semantics 7.3). */
export function metadataOf(
  selected: Selected,
  measured: readonly Measured[],
  request: MetricRequest,
  methods: Methods,
): Record<keyof typeof metadataSchema, unknown> {
  const known = selected.protocol ?? UNDESCRIBED
  return {
    ...rowOf(selected, measured, request, methods),
    url: known.url,
    referralUrl: known.referralUrl,
    description: known.description,
    aggregator_id: known.aggregatorId,
    rankingSiteId: known.rankingSiteId,
    socialHandle: known.socialHandle,
    codeRepos: known.codeRepos,
    symbol: known.symbol,
    address: known.tokenCoin,
    childProtocols: known.isParent ? measured.map((child) => childOf(child, request, methods)) : [],
    forkedFrom: known.forkedFrom,
    audits: known.audits,
    audit_links: known.auditLinks,
    governanceID: known.governanceIds,
    treasury: known.treasury,
    previousNames: known.previousNames,
    wrongLiquidity: known.wrongLiquidity,
  }
}

function childOf(child: Measured, request: MetricRequest, methods: Methods) {
  const { id, name } = child.member.subject
  return { name, displayName: name, serviceId: id, ...wordsOf(id, [child], request, methods) }
}

function wordsOf(
  id: string,
  measured: readonly Measured[],
  { metric, type }: MetricRequest,
  methods: Methods,
): Methodology {
  const isDerived = measured.some(({ member }) => member.all.some((series) => series.isDerived))
  const said = methods.get(methodsKey(metric.name, id)) ?? []
  const described = metric.dataTypes.filter(
    ({ name }) => name === type.name || said.some(({ dataType }) => dataType === name),
  )
  return methodologyOf(described, said, (name) => isDerived && name === type.name)
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
