import Type, { type Static } from 'typebox'
import { type Address, parseAbiItem } from 'viem'
import { at } from '../../../lib/at.ts'
import type { ChainReader } from '../../chain/chain.ts'
import { nothingSeen, type SeenPool } from '../../model/observations.ts'
import type { InstanceHead, ReaderKind } from '../../model/reader-kind.ts'
import { callEach } from '../parts/call-each.ts'
import { addTo, holdingsOf, PLAIN_POOL, type Sums } from '../parts/holdings.ts'
import { addresses, apyDays, past } from '../parts/settings.ts'
import { gapsOf, listSilent, type SilentContract } from '../parts/silent-contracts.ts'
import {
  addressOf,
  amountOf,
  coinOf,
  lower,
  readTokens,
  seenTokens,
  type TokenFacts,
} from '../parts/tokens.ts'
import { APY_DAYS, apyPctOfGrowth, blockOfGrowth } from '../parts/yearly-rate.ts'

const settings = Type.Object({
  vaults: addresses,
  apyDays: Type.Optional(apyDays),
  past: Type.Optional(past),
})
type Settings = Static<typeof settings>

interface Vault {
  address: Address
  asset: Address
  totalAssets: bigint
  /** Assets for one whole share, in the asset's smallest units. */
  perShare: bigint | undefined
  /** The same some days ago. */
  perShareBefore: bigint | undefined
}

interface Payload {
  vaults: Vault[]
  tokens: TokenFacts[]
  silent: SilentContract[]
  atSec: number
  beforeSec: number
}

const DEFAULT_DECIMALS = 18

const ASSET = parseAbiItem('function asset() view returns (address)')
const TOTAL_ASSETS = parseAbiItem('function totalAssets() view returns (uint256)')
const CONVERT_TO_ASSETS = parseAbiItem('function convertToAssets(uint256) view returns (uint256)')

/** Vaults that give shares for an asset (ERC-4626). */
export const vaultShares: ReaderKind<Settings, Payload> = {
  kind: 'vault-shares',
  version: 1,
  levelsOnly: true,
  settings,
  methodology: ({ apyDays = APY_DAYS }) =>
    `The assets that the vaults say they manage. The yield is the growth of a share’s price over ${apyDays} days, with interest on interest.`,

  async extract(chain, instance, { atSec }) {
    const vaults = instance.vaults.map(lower)
    const before = await blockOfGrowth(chain, instance, atSec)
    const results = await callEach(chain, vaults, [ASSET, TOTAL_ASSETS])
    const asked = vaults.map((address, index) => ({ address, results: at(results, index) }))
    const silent = await listSilent(chain, asked, { what: 'vault', named: vaults })
    const found = asked.flatMap(({ address, results: [first, second] }) => {
      const [asset, totalAssets] = [addressOf(first), amountOf(second)]
      return asset === undefined || totalAssets === undefined
        ? []
        : [{ address, asset, totalAssets }]
    })
    const tokens = await readTokens(chain, [
      ...new Set(found.flatMap(({ address, asset }) => [address, asset])),
    ])
    const shares = found.map(({ address }) => ({ address, decimals: decimalsOf(tokens, address) }))
    const [now, earlier] = await Promise.all([
      readSharePrices(chain, shares),
      readSharePrices(chain.at(before), shares),
    ])
    return {
      vaults: found.map((vault, index) => ({
        ...vault,
        perShare: at(now, index),
        perShareBefore: at(earlier, index),
      })),
      tokens,
      silent,
      atSec: chain.block.timestampSec,
      beforeSec: before.timestampSec,
    }
  },

  transform(payload, instance, range) {
    const sums: Sums = new Map()
    for (const { asset, totalAssets } of payload.vaults) addTo(sums, asset, totalAssets)
    return {
      ...nothingSeen(),
      tokens: seenTokens(instance.chain, payload.tokens),
      holdings: holdingsOf(instance, 'tvl', sums, range),
      pools: payload.vaults.map((vault) =>
        vaultPool(vault, payload, { instance, atSec: range.atSec }),
      ),
      gaps: gapsOf(instance.protocol, payload.silent, {
        what: 'vaults',
        total: instance.vaults.length,
      }),
    }
  },
}

async function readSharePrices(
  chain: ChainReader,
  shares: readonly { address: Address; decimals: number }[],
): Promise<(bigint | undefined)[]> {
  const vaults = shares.map(({ address }) => address)
  const results = await callEach(chain, vaults, (index) => [
    { abi: CONVERT_TO_ASSETS, args: [10n ** BigInt(at(shares, index).decimals)] },
  ])
  return results.map(([result]) => amountOf(result))
}

function decimalsOf(tokens: readonly TokenFacts[], address: Address): number {
  return tokens.find((token) => token.address === address)?.decimals ?? DEFAULT_DECIMALS
}

function vaultPool(
  { address, asset, totalAssets, perShare, perShareBefore }: Vault,
  { tokens, atSec, beforeSec }: Payload,
  at: { instance: InstanceHead; atSec: number },
): SeenPool {
  const { protocol, chain } = at.instance
  const symbolOf = (of: Address) => tokens.find((token) => token.address === of)?.symbol ?? of
  return {
    ...PLAIN_POOL,
    pool: `${address}-${chain}`,
    project: protocol,
    chain,
    symbol: symbolOf(asset),
    poolMeta: symbolOf(address),
    underlyingTokens: [asset],
    atSec: at.atSec,
    held: [{ coin: coinOf(chain, asset), raw: totalAssets }],
    apyBasePct:
      perShare === undefined || perShareBefore === undefined
        ? null
        : apyPctOfGrowth(
            { value: Number(perShareBefore), atSec: beforeSec },
            { value: Number(perShare), atSec },
          ),
    pricePerShare:
      perShare === undefined ? null : Number(perShare) / 10 ** decimalsOf(tokens, asset),
  }
}
