import Type from 'typebox'
import { text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, nullable, shape } from '../../../http/schemas.ts'
import { toSlug } from '../../../lib/slug.ts'
import { normalizeCoinId, protocols, registryState, tokens } from '../../registry/public.ts'
import { tvlTokens } from '../facts.ts'
import { readCoinsCalled, readTokenHolders } from '../read/assets.ts'

export const getTokenProtocols = defineRoute({
  id: 'tvl.getTokenProtocols',
  summary: 'Protocols that hold a token',
  describe:
    'Every protocol whose newest token record holds the token, with the value of each coin id of that symbol. Whole symbols match, in any case.',
  paths: { pro: '/api/tokenProtocols/{symbol}' },
  params: { symbol: text('Symbol, token slug or coin id, in any case.', 'usdt') },
  response: Type.Array(
    shape({
      name: Type.String(),
      category: nullable(Type.String()),
      amountUsd: mapOf(Type.Number(), 'USD by coin id'),
      misrepresentedTokens: Type.Boolean(),
    }),
  ),
  example: [
    {
      name: 'Example Swap',
      category: 'Dexs',
      amountUsd: { 'ethereum:0xdac17f958d2ee523a2206206994597c13d831ec7': 125_000 },
      misrepresentedTokens: false,
    },
  ],
  reads: [protocols, tokens, tvlTokens],
  handler: async ({ params }, { snapshot, states }) => {
    const registry = await states.get(registryState, snapshot)
    const symbol = params.symbol.trim().toUpperCase()
    const coinId = params.symbol.includes(':') ? normalizeCoinId(params.symbol) : undefined
    const coins = coinId === undefined ? await readCoinsCalled(snapshot, { symbol, slug: toSlug(params.symbol) }) : [coinId]
    const holders = await readTokenHolders(snapshot, { symbols: coinId === undefined ? [symbol] : [], coins })
    const byProtocol = new Map<string, Record<string, number>>()
    for (const { protocol, token, valueUsd } of holders) {
      byProtocol.set(protocol, { ...byProtocol.get(protocol), [token]: valueUsd })
    }
    const list = [...byProtocol].flatMap(([id, amountUsd]) => {
      const protocol = registry.byId(id)
      if (protocol === undefined) return []
      const { name, category, misrepresentedTokens } = protocol
      return { name, category, amountUsd, misrepresentedTokens }
    })
    const total = (item: { amountUsd: Record<string, number> }) => Object.values(item.amountUsd).reduce((sum, usd) => sum + usd, 0)
    return list.sort((a, b) => total(b) - total(a))
  },
})
