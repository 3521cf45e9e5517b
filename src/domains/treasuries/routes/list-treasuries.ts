import Type from 'typebox'
import { string, textList } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { toSlug } from '../../../lib/slug.ts'
import {
  type Protocol,
  protocolMembers,
  type Registry,
  registryState,
} from '../../registry/public.ts'
import type { Holder } from '../read.ts'
import {
  exampleFigures,
  figuresSchema,
  holderMembers,
  listed,
  listFigures,
} from './holder-figures.ts'

const CATEGORY = 'Treasury'

export const listTreasuries = defineRoute({
  ...listed,
  id: 'treasuries.listTreasuries',
  summary: 'Treasuries of protocols',
  describe:
    'What protocols hold in their treasuries, largest first. Holdings are valued at current prices; `tvl` leaves out the protocol’s own tokens, which stand under OwnTokens. Changes compare hourly records, as those of TVL do.',
  paths: { pro: '/api/treasuries' },
  response: Type.Array(
    shape({
      ...holderMembers,
      id: string('Id of the protocol and `-treasury`'),
      address: protocolMembers.address,
      audits: protocolMembers.audits,
      audit_note: protocolMembers.audit_note,
      category: string('Treasury, unless the record names another'),
      treasury: protocolMembers.treasury,
      forkedFromIds: textList('Ids of the protocols it was forked from'),
      ...figuresSchema,
    }),
  ),
  example: [
    {
      id: '1-treasury',
      name: 'Example Swap (treasury)',
      address: 'ethereum:0x1111111111111111111111111111111111111111',
      symbol: 'EXS',
      url: 'https://example.org',
      description: 'An exchange.',
      logo: null,
      audits: '2',
      audit_note: null,
      aggregator_id: 'example-swap',
      rankingSiteId: null,
      category: 'Treasury',
      module: 'treasury/example-swap.js',
      treasury: 'example-swap.js',
      forkedFromIds: [],
      socialHandle: 'exampleswap',
      slug: 'example-swap-(treasury)',
      ...exampleFigures,
    },
  ],
  handler: async (_, context) => {
    const registry = await context.states.get(registryState, context.snapshot)
    const list = await listFigures(context, ({ row }) => row.protocol !== null)
    return list.map(({ holder, figures }) => ({ ...toMetadata(holder, registry), ...figures }))
  },
})

/** What is open is the protocol's, or that of a parent's first child (tvl.md#one-protocol). */
function toMetadata({ row, members }: Holder, registry: Registry) {
  const [protocol] = members
  const name = row.name ?? `${protocol?.name ?? row.protocol} (treasury)`
  const first = (member: keyof Holder['row'] & keyof Protocol) =>
    [row, ...members].find((one) => one[member] !== null)?.[member] ?? null
  return {
    id: row.id,
    name,
    address: first('tokenCoin'),
    symbol: first('symbol'),
    url: first('url'),
    description: first('description'),
    logo: first('logo'),
    audits: protocol?.audits ?? null,
    audit_note: protocol?.auditNote ?? null,
    aggregator_id: first('aggregatorId'),
    rankingSiteId: first('rankingSiteId'),
    category: row.category ?? CATEGORY,
    module: row.module,
    treasury:
      members.find(({ treasury }) => treasury !== null)?.treasury ??
      row.module?.split('/').at(-1) ??
      null,
    forkedFromIds: (protocol?.forkedFrom ?? []).flatMap(
      (original) => registry.find(original)?.id ?? [],
    ),
    socialHandle: first('socialHandle'),
    slug: toSlug(name),
  }
}
