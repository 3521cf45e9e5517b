import Type from 'typebox'
import { nullableText } from '../described.ts'
import { someOf, text, whole } from '../parameters.ts'
import { defineMetaRoute, ROOTS } from '../route.ts'
import { nullable, shape } from '../schemas.ts'
import { findHits } from '../search/find-hits.ts'
import { SEARCH_KINDS } from '../searchable.ts'

export const search = defineMetaRoute({
  id: 'meta.search',
  operationId: 'getSearch',
  summary: 'Find anything by name',
  describe:
    'Protocols, chains, coins, stablecoins, pools, bridges, funds, companies, private companies, real-world assets and institutions by name, symbol, ticker, id or address: beginnings of words, in any order and case, with or without accents. One typo in each word is allowed for when too little is found without. The nearest and largest come first.',
  paths: { free: '/meta/search' },
  query: {
    q: text('What to look for; the first 200 characters count.', 'harbor'),
    kind: someOf(`Only these kinds, comma-separated: ${SEARCH_KINDS.join(', ')}.`, SEARCH_KINDS),
    limit: whole('Most hits to return.', { min: 1, max: 100, byDefault: 20, example: 20 }),
  },
  response: shape({
    hits: Type.Array(
      shape({
        kind: Type.String({ description: 'What it is', enum: [...SEARCH_KINDS] }),
        id: Type.String({ description: 'Its id among its kind' }),
        name: Type.String({ description: 'Name' }),
        symbol: nullableText('Symbol or ticker; null when it has none'),
        root: Type.String({ description: 'Root of the address', enum: [...ROOTS] }),
        path: Type.String({ description: 'Address of its details on that root' }),
        sizeUsd: nullable(
          Type.Number({
            description:
              'Value in US dollars that hits are ranked by, such as TVL or market cap; null when it is not known',
          }),
        ),
      }),
      { description: 'The best first' },
    ),
  }),
  example: {
    hits: [
      {
        kind: 'protocol',
        id: '1',
        name: 'Harbor Swap',
        symbol: 'HBR',
        root: 'free',
        path: '/protocol/harbor-swap',
        sizeUsd: 4_200_000_000,
      },
    ],
  },
  table: 'hits[]',
  reads: [],
  cached: false,
  handler: async ({ query: { q, kind, limit } }, context, { searchables }) => {
    const wanted = searchables.filter((one) => kind.size === 0 || kind.has(one.kind))
    const hits = await findHits(context, wanted, q, limit)
    return { hits: hits.map(({ distance: _, ...hit }) => hit) }
  },
})
