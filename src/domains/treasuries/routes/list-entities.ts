import Type from 'typebox'
import { nullableText, string } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { toSlug } from '../../../lib/slug.ts'
import {
  exampleFigures,
  figuresSchema,
  holderMembers,
  listed,
  listFigures,
} from './holder-figures.ts'

export const listEntities = defineRoute({
  ...listed,
  id: 'treasuries.listEntities',
  summary: 'Entities and what they hold',
  describe:
    'Funds, companies and others that hold tokens without being a protocol, largest first. Holdings are valued at current prices; `tvl` leaves out the tokens an entity issued itself, which stand under OwnTokens.',
  paths: { pro: '/api/entities' },
  response: Type.Array(
    shape({
      ...holderMembers,
      id: string('Id of the entity'),
      category: nullableText('Kind of entity'),
      ...figuresSchema,
    }),
  ),
  example: [
    {
      id: 'entity-8',
      name: 'Example Capital',
      symbol: null,
      url: 'https://example.org',
      description: 'A fund.',
      logo: null,
      aggregator_id: null,
      rankingSiteId: null,
      category: 'VC',
      module: 'entities/example-capital.js',
      socialHandle: 'examplecapital',
      slug: 'example-capital',
      ...exampleFigures,
    },
  ],
  handler: async (_, context) => {
    const list = await listFigures(context, ({ row }) => row.protocol === null)
    return list.map(({ holder: { row }, figures }) => {
      const name = row.name ?? row.id
      return {
        id: row.id,
        name,
        symbol: row.symbol,
        url: row.url,
        description: row.description,
        logo: row.logo,
        aggregator_id: row.aggregatorId,
        rankingSiteId: row.rankingSiteId,
        category: row.category,
        module: row.module,
        socialHandle: row.socialHandle,
        slug: toSlug(name),
        ...figures,
      }
    })
  },
})
