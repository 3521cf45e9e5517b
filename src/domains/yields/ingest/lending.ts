import Type, { type Static } from 'typebox'
import { parseAbiItem } from 'viem'
import { at } from '../../../lib/at.ts'
import type { Log } from '../../../sources/chain/chain.ts'
import {
  type Amount,
  type Flow,
  nothingSeen,
  type SeenMethod,
  type SeenPool,
} from '../../../sources/model/observations.ts'
import type { BlockRange, InstanceHead, ReaderKind } from '../../../sources/model/reader-kind.ts'
import { readLogs } from '../../../sources/readers/parts/contract-logs.ts'
import { flowsOf, holdingsOf, type Sums } from '../../../sources/readers/parts/holdings.ts'
import { address, past, percent } from '../../../sources/readers/parts/settings.ts'
import { gapsOf, type SilentContract } from '../../../sources/readers/parts/silent-contracts.ts'
import {
  coinOf,
  readTokens,
  seenTokens,
  type TokenFacts,
} from '../../../sources/readers/parts/tokens.ts'
import { apyPctOfRay } from '../../../sources/readers/parts/yearly-rate.ts'
import {
  INTEREST,
  interestFees,
  type LabelledFees,
  LIQUIDATION,
  liquidationsOf,
  openingFees,
} from './lending-fees.ts'
import { type Reserve, readReserves } from './lending-reserves.ts'

const settings = Type.Object({
  pool: address,
  layout: Type.Union([Type.Literal(2), Type.Literal(3)], {
    description:
      '2 or 3: the layout of getReserveData, by the generation of the contracts it was forked from',
  }),
  borrowFeePct: Type.Optional(percent),
  past: Type.Optional(past),
})
type Settings = Static<typeof settings>

interface Payload {
  reserves: Reserve[]
  silent: SilentContract[]
  tokens: TokenFacts[]
  events: Log[]
}

const LIQUIDATION_CALL = parseAbiItem(
  'event LiquidationCall(address indexed collateralAsset, address indexed debtAsset, address indexed user, uint256 debtToCover, uint256 liquidatedCollateralAmount, address liquidator, bool receiveAToken)',
)
const BORROW_BY_LAYOUT = {
  2: parseAbiItem(
    'event Borrow(address indexed reserve, address user, address indexed onBehalfOf, uint256 amount, uint256 borrowRateMode, uint256 borrowRate, uint16 indexed referral)',
  ),
  3: parseAbiItem(
    'event Borrow(address indexed reserve, address user, address indexed onBehalfOf, uint256 amount, uint8 interestRateMode, uint256 borrowRate, uint16 indexed referralCode)',
  ),
}

/** Markets with pooled reserves: what is supplied to one pool is lent out of it. */
export const lending: ReaderKind<Settings, Payload> = {
  kind: 'lending',
  version: 1,
  settings,
  methodology: () =>
    'What is left to borrow in each market; debts are the section borrowed. Yields are the contract’s yearly rates, paid every second with interest on interest. Fees are the interest of debts at a variable rate and the bonus of liquidations.',

  async extract(chain, { pool, layout, borrowFeePct, past }, { fromBlock }) {
    const { reserves, silent } = await readReserves(
      chain,
      { pool, layout },
      past === false ? undefined : fromBlock,
    )
    const events =
      borrowFeePct === undefined ? [LIQUIDATION_CALL] : [LIQUIDATION_CALL, BORROW_BY_LAYOUT[layout]]
    const [tokens, logs] = await Promise.all([
      readTokens(
        chain,
        reserves.map(({ token }) => token),
      ),
      readLogs(chain, {
        addresses: [pool],
        events,
        fromBlock: fromBlock + 1,
        toBlock: chain.block.number,
      }),
    ])
    return { reserves, silent, tokens, events: logs }
  },

  transform({ reserves, silent, tokens, events }, instance, range) {
    const available: Sums = new Map(reserves.map((reserve) => [reserve.token, reserve.available]))
    const borrowed: Sums = new Map(reserves.map((reserve) => [reserve.token, reserve.borrowed]))
    return {
      ...nothingSeen(),
      tokens: seenTokens(instance.chain, tokens),
      holdings: [
        ...holdingsOf(instance, 'tvl', available, range),
        ...holdingsOf(instance, 'borrowed', borrowed, range),
      ],
      flows: lendingFlows(reserves, events, { instance, range }),
      pools: reserves.map((reserve, index) =>
        lendingPool(reserve, at(tokens, index), { instance, atSec: range.atSec }),
      ),
      methods: lendingMethods(instance.protocol),
      gaps: gapsOf(instance.protocol, silent, {
        what: 'markets',
        total: reserves.length + silent.length,
      }),
    }
  },
}

function lendingFlows(
  reserves: readonly Reserve[],
  events: readonly Log[],
  at: { instance: InstanceHead & Settings; range: BlockRange },
): Flow[] {
  const { chain, borrowFeePct, past } = at.instance
  const { fees: bonuses, repaid, seized } = liquidationsOf(events, reserves)
  const opening = borrowFeePct === undefined ? [] : [openingFees(events, borrowFeePct)]
  const interest = past === false ? [] : [interestFees(reserves)]
  const sides = (sums: Sums) =>
    [...sums].map(([token, raw]) => ({ amount: { coin: coinOf(chain, token), raw } }))
  const flows = (
    metric: string,
    dataType: string,
    { sums, label = '' }: { sums: Sums; label?: string },
  ) => flowsOf(sides(sums), { metric, dataType, label }, at)
  return [
    ...[...interest, bonuses, ...opening].flatMap(({ label, paid, kept }) => [
      ...flows('fees', 'dailyFees', { sums: paid, label }),
      ...flows('fees', 'dailyRevenue', { sums: kept, label }),
      ...flows('fees', 'dailyProtocolRevenue', { sums: kept, label }),
      ...flows('fees', 'dailySupplySideRevenue', { sums: leftOf({ paid, kept }), label }),
    ]),
    ...flows('liquidations', 'dailyLiquidationsVolume', { sums: repaid }),
    ...flows('liquidations', 'dailyCollateralLiquidated', { sums: seized }),
  ]
}

function leftOf({ paid, kept }: Pick<LabelledFees, 'paid' | 'kept'>): Sums {
  return new Map([...paid].map(([token, raw]) => [token, raw - (kept.get(token) ?? 0n)]))
}

function lendingPool(
  reserve: Reserve,
  token: TokenFacts,
  { instance: { protocol, chain }, atSec }: { instance: InstanceHead; atSec: number },
): SeenPool {
  const amount = (raw: bigint): Amount[] => [{ coin: coinOf(chain, reserve.token), raw }]
  return {
    pool: `${reserve.receipt}-${chain}`,
    project: protocol,
    chain,
    symbol: token.symbol,
    poolMeta: null,
    url: null,
    underlyingTokens: [reserve.token],
    rewardTokens: [],
    atSec,
    held: amount(reserve.available),
    apyPct: null,
    apyBasePct: apyPctOfRay(reserve.supplyRate),
    apyRewardPct: null,
    volume1d: null,
    volume7d: null,
    pricePerShare: null,
    kind: 'lending',
    lending: {
      supplied: amount(reserve.supplied),
      borrowed: amount(reserve.borrowed),
      debtCeilingUsd: null,
      apyBaseBorrowPct: apyPctOfRay(reserve.borrowRate),
      apyRewardBorrowPct: null,
      ltv: reserve.ltv,
      borrowable: reserve.borrowable,
      mintedCoin: null,
      borrowFactor: null,
    },
  }
}

function lendingMethods(protocol: string): SeenMethod[] {
  const fees = (label: string, methodology: string) => ({
    protocol,
    metric: 'fees',
    dataType: 'dailyFees',
    label,
    methodology,
  })
  return [
    fees('', 'Interest that borrowers owe and what liquidations cost them.'),
    fees(INTEREST, 'Growth of the debts at a variable rate.'),
    fees(LIQUIDATION, 'The bonus on the collateral that was seized.'),
  ]
}
