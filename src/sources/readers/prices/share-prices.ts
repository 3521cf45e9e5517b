import Type, { type Static } from 'typebox'
import { type Address, parseAbiItem } from 'viem'
import { at } from '../../../lib/at.ts'
import type { ChainReader } from '../../chain/chain.ts'
import { nothingSeen, type SeenPrice } from '../../model/observations.ts'
import type { ReaderKind } from '../../model/reader-kind.ts'
import { callEach } from '../parts/call-each.ts'
import { findFunctionProblem, functionFrom } from '../parts/event-arguments.ts'
import { address, closed, coinId, spelledCoin } from '../parts/settings.ts'
import {
  addressOf,
  amountOf,
  coinOf,
  lower,
  readTokens,
  seenTokens,
  TOTAL_SUPPLY,
  type TokenFacts,
} from '../parts/tokens.ts'

const settings = Type.Object({
  vaults: Type.Optional(
    Type.Array(address, { uniqueItems: true, description: 'addresses of ERC-4626 vaults' }),
  ),
  staking: Type.Optional(
    Type.Array(
      closed(
        {
          token: address,
          underlying: coinId,
          contract: Type.Optional(address),
          rate: Type.String({
            description:
              'the function that tells the rate, such as "function exchangeRate() view returns (uint256)"',
          }),
          args: Type.Optional(
            Type.Array(Type.String({ description: 'an argument of the function' })),
          ),
          rateDecimals: Type.Integer({
            minimum: 0,
            maximum: 77,
            description: 'decimals of the rate, often 18',
          }),
        },
        'a staking token, what it stands for and the function that tells the rate',
      ),
    ),
  ),
  redirects: Type.Optional(
    Type.Array(closed({ token: address, to: coinId }, 'a token and the coin whose price it takes')),
  ),
})
type Settings = Static<typeof settings>

interface VaultState {
  vault: Address
  asset: Address
  /** Assets that one whole share is worth, in smallest units. */
  assets: bigint
}

interface Payload {
  vaults: VaultState[]
  /** In the order of the settings; undefined where the contract did not answer. */
  rates: (bigint | undefined)[]
  tokens: TokenFacts[]
}

const ASSET = parseAbiItem('function asset() view returns (address)')
const CONVERT = parseAbiItem('function convertToAssets(uint256 shares) view returns (uint256)')
// coins.md#price-records: a vault's rate is exact; another contract's rate is its issuer's claim.
const VAULT_CONFIDENCE = 1
const STAKING_CONFIDENCE = 0.98

/** Tokens priced by another one times a rate: vault shares, staked coins, wrapped coins. */
export const sharePrices: ReaderKind<Settings, Payload> = {
  kind: 'share-prices',
  version: 1,
  pricesOnly: true,
  settings,
  check({ vaults = [], staking = [], redirects = [] }) {
    const nothing = {
      path: [],
      problem: 'needs "vaults", "staking" or "redirects": otherwise there is nothing to price',
    }
    const problems = staking.flatMap(({ rate }, index) => {
      const problem = findFunctionProblem(rate)
      return problem === undefined ? [] : [{ path: ['staking', index, 'rate'], problem }]
    })
    return [
      ...problems,
      ...(vaults.length + staking.length + redirects.length === 0 ? [nothing] : []),
    ]
  },
  methodology: () =>
    'What one share of a vault or one staked token can be exchanged for, times the price of that. Wrapped and bridged tokens take the price of what they stand for.',

  async extract(chain, { vaults = [], staking = [], redirects = [] }) {
    const shares = [
      ...vaults,
      ...staking.map(({ token }) => token),
      ...redirects.map(({ token }) => token),
    ]
    const tokens = await readTokens(chain, [...new Set(shares.map(lower))])
    const rateCalls = staking.map(({ token, contract = token, rate, args = [] }) => ({
      target: contract,
      abi: functionFrom(rate),
      args,
    }))
    const [states, rates] = await Promise.all([
      readVaults(chain, vaults, tokens),
      rateCalls.length === 0 ? [] : chain.callMany(rateCalls),
    ])
    const assets = await readTokens(chain, [...new Set(states.map(({ asset }) => asset))])
    return { vaults: states, rates: rates.map(amountOf), tokens: [...tokens, ...assets] }
  },

  transform({ vaults, rates, tokens }, { chain, staking = [], redirects = [] }, { atSec }) {
    const decimalsOf = new Map(tokens.map(({ address, decimals }) => [address, decimals]))
    const ofVaults = vaults.flatMap(({ vault, asset, assets }): SeenPrice[] => {
      const decimals = decimalsOf.get(asset) ?? null
      if (decimals === null || assets <= 0n) return []
      const relative = {
        coin: coinOf(chain, vault),
        inCoin: coinOf(chain, asset),
        priceUsd: Number(`${assets}e-${decimals}`),
      }
      return [{ ...relative, atSec, confidence: VAULT_CONFIDENCE }]
    })
    const ofStaking = staking.flatMap(({ token, underlying, rateDecimals }, index): SeenPrice[] => {
      const rate = at(rates, index)
      if (rate === undefined || rate <= 0n) return []
      const relative = {
        coin: coinOf(chain, token),
        inCoin: spelledCoin(underlying),
        priceUsd: Number(`${rate}e-${rateDecimals}`),
      }
      return [{ ...relative, atSec, confidence: STAKING_CONFIDENCE }]
    })
    const targets = new Map(
      redirects.map(({ token, to }) => [coinOf(chain, token), spelledCoin(to)]),
    )
    const seen = seenTokens(chain, [
      ...new Map(tokens.map((token) => [token.address, token])).values(),
    ])
    return {
      ...nothingSeen(),
      tokens: seen.map((token) => ({ ...token, ...redirectOf(targets.get(token.coin)) })),
      prices: [...ofVaults, ...ofStaking],
    }
  },
}

function redirectOf(to: string | undefined): { redirect?: string } {
  return to === undefined ? {} : { redirect: to }
}

/** A vault without shares has no rate yet; nor has one that does not answer. */
async function readVaults(
  chain: ChainReader,
  vaults: readonly Address[],
  tokens: readonly TokenFacts[],
): Promise<VaultState[]> {
  const decimalsOf = new Map(tokens.map(({ address, decimals }) => [address, decimals]))
  const answering = vaults.flatMap((vault) => {
    const decimals = decimalsOf.get(lower(vault)) ?? null
    return decimals === null ? [] : [{ vault: lower(vault), share: 10n ** BigInt(decimals) }]
  })
  const addresses = answering.map(({ vault }) => vault)
  const results = await callEach(chain, addresses, (index) => [
    ASSET,
    { abi: CONVERT, args: [at(answering, index).share] },
    TOTAL_SUPPLY,
  ])
  return answering.flatMap(({ vault }, index) => {
    const [first, second, third] = at(results, index)
    const [asset, assets, supply] = [addressOf(first), amountOf(second), amountOf(third)]
    if (asset === undefined || assets === undefined || supply === undefined || supply === 0n)
      return []
    return [{ vault, asset, assets }]
  })
}
