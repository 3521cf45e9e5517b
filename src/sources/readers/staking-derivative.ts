import Type, { type Static } from 'typebox'
import { type AbiFunction, type Address, parseAbiItem } from 'viem'
import { DAY_SEC } from '../../lib/clock.ts'
import type { Call, ChainReader } from '../chain/chain.ts'
import { type Flow, nothingSeen, type SeenPool } from '../model/observations.ts'
import type { ReaderKind, Stretch } from '../model/reader-kind.ts'
import { blockBefore } from './block-before.ts'
import { flowsOf } from './flows.ts'
import { holdingsOf } from './holdings.ts'
import {
  address,
  apyDays,
  type Full,
  MILLION,
  past,
  percent,
  tokenOrNative,
  toPpm,
} from './settings.ts'
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
} from './tokens.ts'
import { apyPctOfGrowth } from './yearly.ts'

const asked = {
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
  rate: Type.Object(
    {
      ...asked,
      argument: Type.Optional(
        Type.String({ pattern: '^\\d{1,77}$', description: 'a whole number in quotes' }),
      ),
      decimals,
    },
    {
      additionalProperties: false,
      description: 'how the rate is asked for: { "function": "getExchangeRate()", "decimals": 18 }',
    },
  ),
  total: Type.Optional(
    Type.Object(asked, {
      additionalProperties: false,
      description: 'how the staked amount is asked for: { "function": "totalStaked()" }',
    }),
  ),
  type: Type.Optional(
    Type.Union([Type.Literal('rebase'), Type.Literal('accruing')], {
      description: '"rebase" or "accruing"',
    }),
  ),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'a name' })),
  feePct: Type.Optional(percent),
  apyDays: Type.Optional(apyDays),
  past: Type.Optional(past),
})
type Settings = Static<typeof settings>

/** The books of the token at one block. */
interface Books {
  atSec: number
  /** Underlying for one token, times ten to the power of the rate's decimals. */
  rate: bigint | undefined
  supply: bigint | undefined
}

interface Payload {
  now: Books
  /** At the beginning of the stretch, and some days ago. */
  from: Books
  earlier: Books
  /** Underlying that is staked, where the instance says how to ask for it. */
  total: bigint | undefined
  tokens: TokenFacts[]
}

const USUAL_APY_DAYS = 7
const NATIVE_DECIMALS = 18
const REWARDS = 'Staking Rewards'

/** A token that stands for something staked, at a rate that its own books say. */
export const stakingDerivative: ReaderKind<Settings, Payload> = {
  kind: 'staking-derivative',
  version: 1,
  settings,
  methodology: ({ apyDays = USUAL_APY_DAYS }) =>
    `What is staked by the books of the protocol. The yield is the growth of the rate over ${apyDays} days, with interest on interest.`,

  async extract(chain, instance, stretch) {
    const { token, underlying, total } = instance
    const earlierSec = Math.max(
      stretch.atSec - (instance.apyDays ?? USUAL_APY_DAYS) * DAY_SEC,
      instance.startSec,
    )
    const blocks = await (instance.past === false
      ? [chain.block, chain.block]
      : Promise.all([chain.blockNumbered(stretch.fromBlock), blockBefore(chain, earlierSec)]))
    const [now, from, earlier, tokens, staked] = await Promise.all([
      readBooks(chain, instance),
      readBooks(chain.at(blocks[0]), instance),
      readBooks(chain.at(blocks[1]), instance),
      readTokens(chain, underlying === 'native' ? [token] : [token, underlying]),
      total === undefined ? [] : chain.callMany([toCall(total, token)]),
    ])
    return { now, from, earlier, tokens, total: amountOf(staked[0]) }
  },

  transform(payload, instance, stretch) {
    const { now, earlier, tokens } = payload
    if (now.rate === undefined)
      throw new Error(
        `${instance.token} does not answer ${instance.rate.function}: check "rate" of the instance.`,
      )
    const underlying =
      instance.underlying === 'native' ? NATIVE_ADDRESS : lower(instance.underlying)
    const total = payload.total ?? toUnderlying(now.supply ?? 0n, now.rate, { instance, tokens })
    const rateOf = ({ rate = 0n, atSec }: Books) => ({
      value: Number(rate) / 10 ** instance.rate.decimals,
      atSec,
    })
    const pool = {
      ...stakingPool(instance, { underlying, total, tokens }),
      apyBasePct: apyPctOfGrowth(rateOf(earlier), rateOf(now)),
    }
    return {
      ...nothingSeen(),
      tokens: [
        ...seenTokens(instance.chain, tokens),
        ...(instance.underlying === 'native' ? seenNative(instance) : []),
      ],
      holdings: holdingsOf(instance, 'tvl', new Map([[underlying, total]]), stretch),
      flows: rewardFlows(payload, underlying, { instance, stretch }),
      pools: [{ ...pool, atSec: stretch.atSec, pricePerShare: rateOf(now).value }],
      stakingRates: [
        {
          coin: coinOf(instance.chain, instance.token),
          name: instance.name ?? pool.poolMeta ?? pool.symbol,
          symbol: pool.poolMeta ?? pool.symbol,
          type: instance.type ?? null,
          expectedRate: rateOf(now).value,
          marketRate: null,
          fee: instance.feePct === undefined ? null : instance.feePct / 100,
          pool: pool.pool,
          atSec: stretch.atSec,
        },
      ],
      methods: [
        {
          protocol: instance.protocol,
          metric: 'fees',
          dataType: 'dailyFees',
          label: REWARDS,
          methodology: REWARDS_METHOD,
        },
      ],
    }
  },
}

const REWARDS_METHOD =
  'Growth of the rate times the tokens that were out, before the protocol’s own part.'

async function readBooks(chain: ChainReader, { token, rate }: Full<Settings>): Promise<Books> {
  const [supply, answer] = await chain.callMany([
    { target: token, abi: TOTAL_SUPPLY },
    toCall(rate, token),
  ])
  return { atSec: chain.block.timestampSec, rate: amountOf(answer), supply: amountOf(supply) }
}

/**
 * The configured function; one that takes a number is asked for 10^18, one token of the usual size,
 * unless the instance says more.
 */
function toCall(
  {
    function: text,
    contract,
    argument = `${10n ** 18n}`,
  }: { function: string; contract?: Address; argument?: string },
  token: Address,
): Call {
  const abi = parseAbiItem(`function ${text} view returns (uint256)`) as AbiFunction
  return { target: contract ?? token, abi, args: abi.inputs.length === 0 ? [] : [BigInt(argument)] }
}

/** Some of the token in the smallest units of what it stands for. */
function toUnderlying(
  raw: bigint,
  rate: bigint,
  { instance, tokens }: { instance: Settings; tokens: readonly TokenFacts[] },
): bigint {
  const own = tokens[0]?.decimals ?? NATIVE_DECIMALS
  const other = instance.underlying === 'native' ? NATIVE_DECIMALS : (tokens[1]?.decimals ?? own)
  return (raw * rate * 10n ** BigInt(other)) / 10n ** BigInt(instance.rate.decimals + own)
}

/**
 * What stakers earned in the stretch, and what was kept of it. A loss takes away, and nothing is
 * kept of it.
 */
function rewardFlows(
  { now, from, tokens }: Payload,
  underlying: Address,
  at: { instance: Full<Settings>; stretch: Stretch },
): Flow[] {
  const { instance } = at
  if (
    instance.type !== 'accruing' ||
    instance.past === false ||
    from.rate === undefined ||
    now.rate === undefined
  )
    return []
  const earned = toUnderlying(from.supply ?? 0n, now.rate - from.rate, { instance, tokens })
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
  {
    underlying,
    total,
    tokens,
  }: { underlying: Address; total: bigint; tokens: readonly TokenFacts[] },
): Omit<SeenPool, 'atSec' | 'apyBasePct' | 'pricePerShare'> {
  const [own, other] = tokens
  return {
    pool: `${lower(token)}-${chain}`,
    project: protocol,
    chain,
    symbol:
      (underlying === NATIVE_ADDRESS ? native?.symbol : other?.symbol) ?? own?.symbol ?? token,
    poolMeta: own?.symbol ?? null,
    url: null,
    underlyingTokens: [underlying],
    rewardTokens: [],
    held: [{ coin: coinOf(chain, underlying), raw: total }],
    apyPct: null,
    apyRewardPct: null,
    volume1d: null,
    volume7d: null,
    kind: null,
    lending: null,
  }
}
