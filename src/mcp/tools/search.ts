import Type from 'typebox'
import { SEARCH_KINDS } from '../../http/searchable.ts'
import { defineTool, limit, name, pick } from '../tool.ts'

const FIELDS = ['kind', 'id', 'name', 'symbol', 'sizeUsd', 'path']

export const search = defineTool({
  name: 'search',
  title: 'Find by name',
  description:
    'Finds protocols, chains, coins, stablecoins, pools, bridges, funds, companies, private companies, real-world assets and institutions by name or symbol. Other tools take the ids it gives; a protocol is named by the last part of its path.',
  input: {
    query: name('Beginnings of words in any order; one typo is allowed'),
    kind: Type.Optional(Type.Enum([...SEARCH_KINDS], { description: 'Only this kind' })),
    limit: limit(10, 50),
  },
  narrow: 'Ask with a higher limit (at most 50), a longer query, or a kind.',
  run: async ({ query, kind, limit: count = 10 }, inquiry) => {
    const given = { q: query, limit: 50, ...(kind === undefined ? {} : { kind }) }
    const { hits } = await inquiry.ask('getSearch', given)
    const rows = hits.map((hit) => pick(hit, FIELDS))
    return inquiry.list('hits', rows, count)
  },
})
