import Type, { type Static } from 'typebox'
import { type AbiFunction, type Address, parseAbiItem } from 'viem'
import { at } from '../../../lib/at.ts'
import type { Call, ChainReader } from '../../chain/chain.ts'
import { type Flow, nothingSeen, type SeenPool } from '../../model/observations.ts'
import type { BlockRange, ReaderKind } from '../../model/reader-kind.ts'
import { flowsOf, holdingsOf, PLAIN_POOL } from '../parts/holdings.ts'
import {
  address,
  apyDays,
  closed,
  type Full,
  MILLION,
  past,
  percent,
  text,
  tokenOrNative,
  toPpm,
} from '../parts/settings.ts'
import {
  amountOf,
  coinOf,
  lower,
  NATIVE_ADDRESS,
  readTokens,
  seenNative,
  seenTokens,
  TOTAL_SUPPLY,
  type TokenFacts,
} from '../parts/tokens.ts'
import { APY_DAYS, apyPctOfGrowth, blockOfGrowth } from '../parts/yearly-rate.ts'

const contractFunction = {
  function: Type.String({
    pattern: '^[A-Za-z_]\\w*\\((uint256)?\\)$',
    description: 'a function as name() or name(uint256), such as "getExchangeRate()"',
  }),
  contract: Type.Optional(address),
}
const decimals = Type.Integer({
  minimum: 0,
  maximum: 36,
  description: 'a whole number from 0 to 36',
})

const settings = Type.Object({
  token: address,
  underlying: tokenOrNative,
  rate: closed(
    {
      ...contractFunction,
      argument: Type.Optional(
        Type.String({ pattern: '^\\d{1,77}$', description: 'a whole number in quotes' }),
      ),
      decimals,
    },
    'how the rate is asked for: { "function": "getExchangeRate()", "decimals": 18 }',
  ),
  total: Type.Optional(
    closed(contractFunction, 'how the staked amount is asked for: { "function": "totalStaked()" }'),
  ),
  type: Type.Optional(
    Type.Union([Type.Literal('rebase'), Type.Literal('accruing')], {
      description: '"rebase" or "accruing"',
    }),
  ),
  name: Type.Optional(text(200, 'a name')),
  feePct: Type.Optional(percent),
  apyDays: Type.Optional(apyDays),
  past: Type.Optional(past),
})
type Settings = Static<typeof settings>

/** Rate and supply of the token at one block. */
interface Books {
  atSec: number
  /** Underlying for one token, times ten to the power of the rate's decimals. */
  rate: bigint | undefined
  supply: bigint | undefined
}

interface Payload {
  now: Books
  /** At the start of the range, and some days ago. */
  from: Books
  earlier: Books
  /** Underlying that is staked, where the instance says how to ask for it. */
  total: bigint | undefined
  tokens: TokenFacts[]
}

const NATIVE_DECIMALS = 18
const REWARDS = 'Staking Rewards'

/** A token for something staked, at a rate that its contract states. */
export const stakingDerivative: ReaderKind<Settings, Payload> = {
  kind: 'staking-derivative',
  version: 1,
  settings,
  methodology: ({ apyDays = APY_DAYS }) =>
    `What is staked by the books of the protocol. The yield is the growth of the rate over ${apyDays} days, with interest on interest.`,

  async extract(chain, instance, range) {
    const { token, underlying, total } = instance
    const blocks = await Promise.all([
      instance.past === false ? chain.block : chain.blockNumbered(range.fromBlock),
      blockOfGrowth(chain, instance, range.atSec),
    ])
    const [now, from, earlier, tokens, [staked]] = await Promise.all([
      readBooks(chain, instance),
      readBooks(chain.at(blocks[0]), instance),
      readBooks(chain.at(blocks[1]), instance),
      readTokens(chain, underlying === 'native' ? [token] : [token, underlying]),
      total === undefined ? [] : chain.callMany([toCall(total, token)]),
    ])
    return { now, from, earlier, tokens, total: staked && amountOf(staked) }
  },

  transform(payload, instance, range) {
    const { now, earlier, tokens } = payload
    if (now.rate === undefined)
      throw new Error(
        `${instance.token} does not answer ${instance.rate.function}: check "rate" of the instance.`,
      )
    const underlying =
      instance.underlying === 'native' ? NATIVE_ADDRESS : lower(instance.underlying)
    const total = payload.total ?? stakedOf(now.supply, now.rate, { instance, tokens })
    const toRate = (rate: bigint) => Number(rate) / 10 ** instance.rate.decimals
    const nowRate = toRate(now.rate)
    const before = earlier.rate === undefined ? 0 : toRate(earlier.rate)
    const apyBasePct = apyPctOfGrowth(
      { value: before, atSec: earlier.atSec },
      { value: nowRate, atSec: now.atSec },
    )
    const pool = { ...stakingPool(instance, { underlying, total, tokens }), apyBasePct }
    return {
      ...nothingSeen(),
      tokens: [
        ...seenTokens(instance.chain, tokens),
        ...(instance.underlying === 'native' ? seenNative(instance) : []),
      ],
      holdings: holdingsOf(instance, 'tvl', new Map([[underlying, total]]), range),
      flows: rewardFlows(payload, underlying, { instance, range }),
      pools: [{ ...pool, atSec: range.atSec, pricePerShare: nowRate }],
      stakingRates: [
        {
          coin: coinOf(instance.chain, instance.token),
          name: instance.name ?? pool.poolMeta ?? pool.symbol,
          symbol: pool.poolMeta ?? pool.symbol,
          type: instance.type ?? null,
          expectedRate: nowRate,
          marketRate: null,
          fee: instance.feePct === undefined ? null : instance.feePct / 100,
          pool: pool.pool,
          atSec: range.atSec,
        },
      ],
      methods: [{ ...REWARDS_METHOD, protocol: instance.protocol }],
    }
  },
}

const REWARDS_METHOD = {
  ...{ metric: 'fees', dataType: 'dailyFees', label: REWARDS },
  methodology: 'Growth of the rate times the tokens that were out, before the protocol’s own part.',
}

async function readBooks(chain: ChainReader, { token, rate }: Full<Settings>): Promise<Books> {
  const results = await chain.callMany([{ target: token, abi: TOTAL_SUPPLY }, toCall(rate, token)])
  return {
    atSec: chain.block.timestampSec,
    rate: amountOf(at(results, 1)),
    supply: amountOf(at(results, 0)),
  }
}

/** The configured function; the default argument is 10^18, one token with the usual decimals. */
function toCall(
  asked: { function: string; contract?: Address; argument?: string },
  token: Address,
): Call {
  const { contract: target = token, argument = `${10n ** 18n}` } = asked
  const abi = parseAbiItem(`function ${asked.function} view returns (uint256)`) as AbiFunction
  return { target, abi, args: abi.inputs.length === 0 ? [] : [BigInt(argument)] }
}

/** All tokens at their rate. */
function stakedOf(
  supply: bigint | undefined,
  rate: bigint,
  at: { instance: Settings; tokens: readonly TokenFacts[] },
): bigint {
  if (supply === undefined)
    throw new Error(
      `${at.instance.token} does not answer totalSupply(): set "total" of the instance.`,
    )
  return toUnderlying(supply, rate, at)
}

/** An amount of the token in the smallest units of its underlying. */
function toUnderlying(
  raw: bigint,
  rate: bigint,
  { instance, tokens }: { instance: Settings; tokens: readonly TokenFacts[] },
): bigint {
  const own = tokens[0]?.decimals ?? NATIVE_DECIMALS
  const other = instance.underlying === 'native' ? NATIVE_DECIMALS : (tokens[1]?.decimals ?? own)
  return (raw * rate * 10n ** BigInt(other)) / 10n ** BigInt(instance.rate.decimals + own)
}

/** What stakers earned in the range, and the protocol's part. A loss is negative, without a part. */
function rewardFlows(
  { now, from, tokens }: Payload,
  underlying: Address,
  at: { instance: Full<Settings>; range: BlockRange },
): Flow[] {
  const { instance } = at
  if (instance.type !== 'accruing' || instance.past === false) return []
  if (from.rate === undefined || from.supply === undefined || now.rate === undefined) return []
  const earned = toUnderlying(from.supply, now.rate - from.rate, { instance, tokens })
  const keptPpm = earned > 0n ? toPpm(instance.feePct ?? 0) : 0n
  const all = keptPpm === MILLION ? earned : (earned * MILLION) / (MILLION - keptPpm)
  const amount = (raw: bigint) => [{ amount: { coin: coinOf(instance.chain, underlying), raw } }]
  const flows = (dataType: string, raw: bigint) =>
    flowsOf(amount(raw), { metric: 'fees', dataType, label: REWARDS }, at)
  return [
    ...flows('dailyFees', all),
    ...flows('dailyRevenue', all - earned),
    ...flows('dailyProtocolRevenue', all - earned),
    ...flows('dailySupplySideRevenue', earned),
  ]
}

function stakingPool(
  { protocol, chain, token, native }: Full<Settings>,
  staked: { underlying: Address; total: bigint; tokens: readonly TokenFacts[] },
): Omit<SeenPool, 'atSec'> {
  const { underlying, total, tokens } = staked
  const [own, other] = tokens
  const coin = underlying === NATIVE_ADDRESS ? native : other
  return {
    ...PLAIN_POOL,
    pool: `${lower(token)}-${chain}`,
    project: protocol,
    chain,
    symbol: coin?.symbol ?? own?.symbol ?? token,
    poolMeta: own?.symbol ?? null,
    underlyingTokens: [underlying],
    held: [{ coin: coinOf(chain, underlying), raw: total }],
  }
}
