import Type from 'typebox'
import { someOf, text, whole } from '../parameters.ts'
import { defineMetaRoute } from '../route.ts'
import { shape } from '../schemas.ts'
import { exampleHit, hitShape } from '../search/hit-shape.ts'
import { findHits } from '../search/hits.ts'
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
    hits: Type.Array(hitShape, { description: 'The best first' }),
  }),
  example: { hits: [exampleHit] },
  table: 'hits[]',
  reads: [],
  cached: false,
  handler: async ({ query: { q, kind, limit } }, context, { searchables }) => {
    const wanted = searchables.filter((one) => kind.size === 0 || kind.has(one.kind))
    const hits = await findHits(context, wanted, q, limit)
    return { hits: hits.map(({ distance: _, ...hit }) => hit) }
  },
})
