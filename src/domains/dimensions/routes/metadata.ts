import Type from 'typebox'
import { boolean, nullableText, string, textList } from '../../../http/described.ts'
import { mapOf, namedShape, nullable } from '../../../http/schemas.ts'
import { at } from '../../../lib/at.ts'
import { field, record } from '../../../records/record.ts'
import { chainNames, chains, protocolFields, protocolRow } from '../../registry/public.ts'
import { type Measured, totalsByChain } from '../derive/measured.ts'
import { methodologyOf } from '../derive/methodology.ts'
import type { ProtocolSelection } from '../member-selection.ts'
import type { MetricRequest } from '../read/members.ts'
import { type Methods, methodsKey } from '../read/methods.ts'

const { id, name, slug, module, category, logo, parentProtocol, doublecounted } = protocolFields
const { url, referralUrl, description, aggregator_id, rankingSiteId, socialHandle } = protocolFields
const { codeRepos, symbol, address, forkedFrom, audits, audit_links, governanceID } = protocolFields
const { treasury, previousNames, wrongLiquidity } = protocolFields
const protocolType = Type.Union([Type.Literal('protocol'), Type.Literal('chain')], {
  description: 'A protocol, or a chain as a whole',
})
const ALWAYS_NULL = field(Type.Null({ description: 'Always null' }), null)
const displayName = field(string('The same as name'), 'Example Swap', 'name')
const serviceId = field(string('The same as id'), '1', 'id')
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

/** The chain of a response, and those that it could be requested. */
export const chainMembers = {
  chain: nullableText('Display name of the chain; null for all of them'),
  allChains: textList('Display names of the chains with figures, largest 24 hours first'),
}

const names = record({
  ...{ id, serviceId, name, displayName, slug },
  module: field(module.schema, 'example-swap'),
  ...{ category, logo },
  chains: field(chainNames('largest 24 hours first'), ['Ethereum', 'Arbitrum']),
  protocolType: field(protocolType, 'protocol'),
})
const states = record({
  hasLabelBreakdown: field(boolean('Its figures are also known by label'), false),
  parentProtocol,
  linkedProtocols: field(textList('Names of its family: the parent first, then its children'), []),
  doublecounted,
  latestFetchIsOk: field(boolean('The last complete day was reported'), true),
  disabled: ALWAYS_NULL,
  versionKey: ALWAYS_NULL,
})

/** What is said of a protocol or chain, in lists and in summaries. */
export const rowSchema = { ...names.members, ...methodologySchema, ...states.members }
export const exampleRow = {
  ...names.example,
  methodologyURL: null,
  methodology: { Volume: 'Value of all trades of the day.' },
  breakdownMethodology: null,
  ...states.example,
}

const known = record({
  ...{ url, referralUrl, description, aggregator_id, rankingSiteId, socialHandle, codeRepos },
  ...{ symbol, address },
})
const further = record({
  ...{ forkedFrom, audits, audit_links, governanceID, treasury, previousNames, wrongLiquidity },
})
const child = record({ name, displayName, serviceId: field(id.schema, '1', 'id') })
const childProtocols = Type.Array(
  namedShape('ChildProtocol', { ...child.members, ...methodologySchema }),
  { description: 'The versions of a parent; empty otherwise' },
)

export const metadataSchema = {
  ...rowSchema,
  ...known.members,
  childProtocols,
  ...further.members,
}

type Selected = Pick<ProtocolSelection, 'protocol' | 'members'>

/** A parent, a protocol or a chain with the members that make up its figures. */
export function rowOf(
  selected: Selected,
  measured: readonly Measured[],
  request: MetricRequest,
  methods: Methods,
) {
  const { protocol, members } = selected
  const { subject } = at(members, 0)
  const { id, name, slug, category } = protocol ?? subject
  return {
    ...names.item({
      ...{ id, name, slug, category },
      module: protocol?.module ?? slug,
      logo: protocol?.logo ?? null,
      chains: totalsByChain(measured).map(([chain]) => chains.nameOf(chain)),
      protocolType: subject.type,
    }),
    ...wordsOf(id, measured, request, methods),
    ...states.item({
      hasLabelBreakdown: members.some(({ all }) => all.some(({ isLabelled }) => isLabelled)),
      parent: protocol?.parent ?? null,
      linkedProtocols: protocol === undefined ? [] : request.registry.familyNames(protocol),
      doubleCounted: members.every((member) => member.subject.isDoubleCounted),
      latestFetchIsOk: measured.some(({ totals }) => totals.yearDays[0] === 1),
      disabled: null,
      versionKey: null,
    }),
  }
}

/** The full description, with that of each child of a parent (dimensions.md#windows). */
export function metadataOf(
  selected: Selected,
  measured: readonly Measured[],
  request: MetricRequest,
  methods: Methods,
): Record<keyof typeof metadataSchema, unknown> {
  const { protocol } = selected
  // The registry does not describe chains.
  const described = protocol ?? protocolRow({ id: '', name: '' })
  return {
    ...rowOf(selected, measured, request, methods),
    ...known.item(described),
    childProtocols: protocol?.isParent
      ? measured.map((child) => childOf(child, request, methods))
      : [],
    ...further.item(described),
  }
}

function childOf(measured: Measured, request: MetricRequest, methods: Methods) {
  const { id, name } = measured.member.subject
  return { ...child.item({ id, name }), ...wordsOf(id, [measured], request, methods) }
}

function wordsOf(
  id: string,
  measured: readonly Measured[],
  { metric, type }: MetricRequest,
  methods: Methods,
) {
  const isDerived = measured.some(({ member }) => member.all.some((series) => series.isDerived))
  const said = methods.get(methodsKey(metric.name, id)) ?? []
  const described = metric.dataTypes.filter(
    ({ name }) => name === type.name || said.some(({ dataType }) => dataType === name),
  )
  return methodologyOf(described, said, (name) => isDerived && name === type.name)
}

export const exampleMetadata = {
  ...exampleRow,
  ...known.example,
  childProtocols: [],
  ...further.example,
}
