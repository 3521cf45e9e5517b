import Type, { type Static } from 'typebox'
import type { Address } from 'viem'
import { at } from '../../../lib/at.ts'
import { nothingSeen } from '../../../sources/model/observations.ts'
import type { ReaderKind } from '../../../sources/model/reader-kind.ts'
import { address, coinId, spelledCoin } from '../../../sources/readers/parts/settings.ts'
import {
  gapsOf,
  listSilent,
  type SilentContract,
} from '../../../sources/readers/parts/silent-contracts.ts'
import {
  amountOf,
  BALANCE_OF,
  coinOf,
  lower,
  seenTokens,
  TOTAL_SUPPLY,
  type TokenFacts,
  tokenCalls,
  tokensFrom,
} from '../../../sources/readers/parts/tokens.ts'

const settings = Type.Object({
  supplies: Type.Array(
    Type.Object(
      {
        token: address,
        excluded: Type.Optional(
          Type.Array(address, {
            uniqueItems: true,
            description: 'owners whose tokens do not circulate, such as a treasury or a lock',
          }),
        ),
        coins: Type.Optional(
          Type.Array(coinId, { description: 'other coin ids that have the same supply' }),
        ),
      },
      {
        additionalProperties: false,
        description: 'a token: { "token": …, "excluded": […], "coins": […] }',
      },
    ),
    { minItems: 1, description: 'a list of tokens, at least one' },
  ),
})
type Settings = Static<typeof settings>

interface Payload {
  tokens: TokenFacts[]
  /** By token; missing where it or one of its owners did not answer. */
  circulating: ReadonlyMap<Address, bigint>
  silent: SilentContract[]
}

/** Circulating supplies of ERC-20 tokens: what was issued, without what is held back. */
export const tokenSupply: ReaderKind<Settings, Payload> = {
  kind: 'token-supply',
  version: 1,
  levelsOnly: true,
  settings,
  methodology: () =>
    'The total supply of each token without what the excluded owners hold, at one block. Tokens of the same coin on other chains are not added.',

  async extract(chain, { supplies }) {
    const tokens = supplies.map(({ token }) => lower(token))
    const owners = supplies.flatMap(({ token, excluded = [] }) =>
      excluded.map((owner) => ({ token: lower(token), owner })),
    )
    const results = await chain.callMany([
      ...tokens.map((target) => ({ target, abi: TOTAL_SUPPLY })),
      ...owners.map(({ token, owner }) => ({ target: token, abi: BALANCE_OF, args: [owner] })),
      ...tokenCalls(tokens),
    ])
    const silent = await listSilent(
      chain,
      tokens.map((token, index) => ({
        address: token,
        results: [
          at(results, index),
          ...owners.flatMap((one, place) =>
            one.token === token ? [at(results, tokens.length + place)] : [],
          ),
        ],
      })),
      { what: 'token', named: tokens },
    )
    const circulating = new Map<Address, bigint>()
    for (const [index, token] of tokens.entries()) {
      const issued = amountOf(at(results, index))
      const held = owners.flatMap((one, place) =>
        one.token === token ? [amountOf(at(results, tokens.length + place))] : [],
      )
      // A supply without one of its owners would look like an unlock.
      if (issued === undefined || held.includes(undefined)) continue
      circulating.set(
        token,
        held.reduce<bigint>((left, raw) => left - (raw ?? 0n), issued),
      )
    }
    const described = tokensFrom(tokens, results.slice(tokens.length + owners.length))
    return { tokens: described, circulating, silent }
  },

  transform({ tokens, circulating, silent }, { protocol, chain, supplies }, { atSec }) {
    const decimalsOf = new Map(tokens.map((token) => [token.address, token.decimals]))
    const seen = supplies.flatMap(({ token, coins = [] }) => {
      const raw = circulating.get(lower(token))
      const decimals = decimalsOf.get(lower(token)) ?? null
      if (raw === undefined || decimals === null || raw < 0n) return []
      const amount = Number(`${raw}e-${decimals}`)
      return [coinOf(chain, token), ...coins.map(spelledCoin)].map((coin) => ({
        coin,
        tokens: amount,
        atSec,
      }))
    })
    return {
      ...nothingSeen(),
      tokens: seenTokens(chain, tokens),
      circulating: seen,
      gaps: gapsOf(protocol, silent, { what: 'tokens', total: tokens.length }),
    }
  },
}
