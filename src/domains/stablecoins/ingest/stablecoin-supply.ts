import Type, { type Static } from 'typebox'
import type { Address } from 'viem'
import { at } from '../../../lib/at.ts'
import type { CallResult } from '../../../sources/chain/chain.ts'
import { nothingSeen } from '../../../sources/model/observations.ts'
import type { ReaderKind } from '../../../sources/model/reader-kind.ts'
import { addTo, type Sums } from '../../../sources/readers/parts/holdings.ts'
import { address, addresses, numberProblems } from '../../../sources/readers/parts/settings.ts'
import {
  amountOf,
  BALANCE_OF,
  lower,
  readTokens,
  seenTokens,
  TOTAL_SUPPLY,
  type TokenFacts,
} from '../../../sources/readers/parts/tokens.ts'

const settings = Type.Object({
  issued: Type.Optional(
    Type.Array(address, {
      uniqueItems: true,
      description: 'contracts that issue it on this chain',
    }),
  ),
  unreleased: Type.Optional(
    Type.Array(address, {
      uniqueItems: true,
      description: 'owners whose part of the issued tokens is not released',
    }),
  ),
  bridged: Type.Optional(
    Type.Array(
      Type.Object(
        {
          from: Type.String({ minLength: 1, description: 'the chain they came from' }),
          tokens: addresses,
        },
        {
          additionalProperties: false,
          description: 'tokens that came from another chain: { "from": …, "tokens": […] }',
        },
      ),
    ),
  ),
})
type Settings = Static<typeof settings>

interface Payload {
  tokens: TokenFacts[]
  /** By token; and what is not released, by token, of all its owners. */
  supplies: Sums
  unreleased: Sums
}

/** How much of a stablecoin there is on a chain, and where it came from (stablecoins.md). */
export const stablecoinSupplyReader: ReaderKind<Settings, Payload> = {
  kind: 'stablecoin-supply',
  version: 1,
  settings,
  check(settings) {
    const { issued = [], bridged = [] } = settings
    const nothing = {
      path: [],
      problem: 'needs "issued", "bridged" or both: otherwise there is nothing to count',
    }
    return [
      ...numberProblems(settings, 'stablecoin'),
      ...(issued.length + bridged.length === 0 ? [nothing] : []),
    ]
  },
  methodology: () =>
    'Minted is the total supply of the contracts that issue the coin on the chain, unreleased what its issuer still holds of it, bridged the total supply of the contracts that stand for coins of another chain.',

  async extract(chain, { issued = [], unreleased = [], bridged = [] }) {
    const contracts = [
      ...new Set([...issued, ...bridged.flatMap(({ tokens }) => tokens)].map(lower)),
    ]
    const pairs = issued.flatMap((token) =>
      unreleased.map((owner) => ({ token: lower(token), owner })),
    )
    const [tokens, results] = await Promise.all([
      readTokens(chain, contracts),
      chain.callMany([
        ...contracts.map((target) => ({ target, abi: TOTAL_SUPPLY })),
        ...pairs.map(({ token, owner }) => ({ target: token, abi: BALANCE_OF, args: [owner] })),
      ]),
    ])
    const held: Sums = new Map()
    for (const [index, { token }] of pairs.entries())
      addTo(held, token, known(at(results, contracts.length + index), token))
    return {
      tokens,
      supplies: new Map(contracts.map((token, index) => [token, known(at(results, index), token)])),
      unreleased: held,
    }
  },

  transform(
    { tokens, supplies, unreleased },
    { protocol, chain, issued = [], bridged = [] },
    { atSec },
  ) {
    const decimalsOf = new Map(tokens.map(({ address, decimals }) => [address, decimals]))
    const inTokens = (contracts: readonly Address[], amounts: Sums) =>
      contracts.reduce(
        (sum, contract) =>
          sum +
          whole(amounts.get(lower(contract)) ?? 0n, decimalsOf.get(lower(contract)), contract),
        0,
      )
    const supply = {
      asset: protocol,
      chain,
      minted: inTokens(issued, supplies),
      unreleased: inTokens(issued, unreleased),
      bridgedFrom: [...Map.groupBy(bridged, ({ from }) => from)].map(([from, entries]) => {
        const contracts = new Set(entries.flatMap((entry) => entry.tokens.map(lower)))
        return { chain: from, amount: inTokens([...contracts], supplies) }
      }),
      atSec,
    }
    return { ...nothingSeen(), tokens: seenTokens(chain, tokens), supplies: [supply] }
  },
}

/** A supply without one of its contracts would look like a redemption. */
function known(result: CallResult, token: Address): bigint {
  const amount = amountOf(result)
  if (amount !== undefined) return amount
  throw new Error(
    `${token} did not state its supply${result.ok ? '' : `: ${result.error}`}. Is it a token on this chain?`,
  )
}

function whole(raw: bigint, decimals: number | null | undefined, token: Address): number {
  if (decimals === null || decimals === undefined)
    throw new Error(`${token} has no decimals, so its supply is not known.`)
  return Number(`${raw}e-${decimals}`)
}
