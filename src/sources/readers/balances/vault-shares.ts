import Type, { type Static } from 'typebox'
import { type Address, parseAbiItem } from 'viem'
import { at } from '../../../lib/at.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import type { ChainReader } from '../../chain/chain.ts'
import { nothingSeen, type SeenPool } from '../../model/observations.ts'
import type { InstanceHead, ReaderKind } from '../../model/reader-kind.ts'
import { blockBefore } from '../parts/block-before.ts'
import { addTo, holdingsOf, type Sums } from '../parts/holdings.ts'
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
import { apyPctOfGrowth } from '../parts/yearly-rate.ts'

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

const DEFAULT_APY_DAYS = 7
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
  methodology: ({ apyDays = DEFAULT_APY_DAYS }) =>
    `The assets that the vaults say they manage. The yield is the growth of a share’s price over ${apyDays} days, with interest on interest.`,

  async extract(chain, instance, { atSec }) {
    const vaults = instance.vaults.map(lower)
    const earlierSec = Math.max(
      atSec - (instance.apyDays ?? DEFAULT_APY_DAYS) * DAY_SEC,
      instance.startSec,
    )
    const before = instance.past === false ? chain.block : await blockBefore(chain, earlierSec)
    const answers = await chain.callMany(
      vaults.flatMap((target) => [ASSET, TOTAL_ASSETS].map((abi) => ({ target, abi }))),
    )
    const silent = await listSilent(
      chain,
      vaults.map((address, index) => ({
        address,
        answers: answers.slice(2 * index, 2 * index + 2),
      })),
      { what: 'vault', named: vaults },
    )
    const found = vaults.flatMap((address, index) => {
      const asset = addressOf(at(answers, 2 * index))
      const totalAssets = amountOf(at(answers, 2 * index + 1))
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
  if (shares.length === 0) return []
  const answers = await chain.callMany(
    shares.map(({ address, decimals }) => ({
      target: address,
      abi: CONVERT_TO_ASSETS,
      args: [10n ** BigInt(decimals)],
    })),
  )
  return answers.map(amountOf)
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
    pool: `${address}-${chain}`,
    project: protocol,
    chain,
    symbol: symbolOf(asset),
    poolMeta: symbolOf(address),
    url: null,
    underlyingTokens: [asset],
    rewardTokens: [],
    atSec: at.atSec,
    held: [{ coin: coinOf(chain, asset), raw: totalAssets }],
    apyPct: null,
    apyBasePct:
      perShare === undefined || perShareBefore === undefined
        ? null
        : apyPctOfGrowth(
            { value: Number(perShareBefore), atSec: beforeSec },
            { value: Number(perShare), atSec },
          ),
    apyRewardPct: null,
    volume1d: null,
    volume7d: null,
    pricePerShare:
      perShare === undefined ? null : Number(perShare) / 10 ** decimalsOf(tokens, asset),
    kind: null,
    lending: null,
  }
}
