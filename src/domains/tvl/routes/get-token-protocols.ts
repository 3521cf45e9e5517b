import Type from 'typebox'
import { boolean, nullableText, string } from '../../../http/described.ts'
import { nameFilter } from '../../../http/lists/filter.ts'
import { text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { mapOf } from '../../../http/schemas.ts'
import { toSlug } from '../../../lib/slug.ts'
import { field, record } from '../../../records/record.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { normalizeCoinId, protocols, registryState, tokens } from '../../registry/public.ts'
import { tokenHolders } from '../derive/token-holders.ts'
import { tvlTokens } from '../facts.ts'
import { readCoinsCalled } from '../read/assets.ts'
import { newestTokensState } from '../read/newest-tokens.ts'

const holder = record({
  name: field(string('Display name of the protocol'), 'Example Swap'),
  category: field(nullableText('Category of the protocol'), 'Dexs'),
  amountUsd: field(mapOf(Type.Number(), 'USD by coin id'), {
    'ethereum:0xdac17f958d2ee523a2206206994597c13d831ec7': 125_000,
  }),
  misrepresentedTokens: field(boolean('Its tokens are not shown one by one'), false),
})

export const getTokenProtocols = defineRoute({
  id: 'tvl.getTokenProtocols',
  summary: 'Protocols that hold a token',
  describe:
    'Every protocol whose newest token record holds the token, with the value of each coin id of that symbol. Whole symbols match, in any case.',
  paths: { pro: '/api/tokenProtocols/{symbol}' },
  params: { symbol: text('Symbol, token slug or coin id, in any case.', 'usdt') },
  response: Type.Array(holder.schema),
  example: [holder.example],
  table: '[]<name,category,misrepresentedTokens>.amountUsd{token}=amountUsd',
  list: { filters: { category: nameFilter('category', 'Only of these categories', 'CEX') } },
  reads: [protocols, tokens, tvlTokens],
  handler: async ({ params }, { snapshot, states }) => {
    const registry = await states.get(registryState, snapshot)
    const newest = await states.get(newestTokensState, snapshot)
    return tokenHolders(newest, await readWanted(params.symbol, snapshot)).flatMap(
      ({ protocol: id, amountUsd }) => {
        const protocol = registry.byId(id)
        if (protocol === undefined) return []
        return holder.item({ ...protocol, amountUsd })
      },
    )
  },
})

/** What the path requests: one coin, or every coin of that symbol or name. */
export async function readWanted(
  text: string,
  snapshot: Snapshot,
): Promise<{ symbol: string | undefined; coins: ReadonlySet<string> }> {
  const coin = text.includes(':') ? normalizeCoinId(text) : undefined
  if (coin !== undefined) return { symbol: undefined, coins: new Set([coin]) }
  const symbol = text.trim().toUpperCase()
  return { symbol, coins: await readCoinsCalled(snapshot, { symbol, slug: toSlug(text) }) }
}
