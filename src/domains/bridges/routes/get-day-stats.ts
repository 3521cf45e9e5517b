import Type from 'typebox'
import { nullableText, usd } from '../../../http/described.ts'
import { text, unixTime } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, namedShape, nullable, shape } from '../../../http/schemas.ts'
import { DAY_SEC, dayStart } from '../../../lib/clock.ts'
import { invalidParameter } from '../../../lib/errors.ts'
import { tokens } from '../../registry/public.ts'
import { exactAmount } from '../derive/exact-amount.ts'
import { addFlows, NO_FLOW } from '../derive/flow.ts'
import type { BridgeFlows } from '../derive/volume-series.ts'
import { bridges, bridgeTransfers } from '../facts.ts'
import { bridgeDirectoryState } from '../read/bridge-directory.ts'
import { dayFlowsState, flowsOf } from '../read/day-flows.ts'
import {
  type AddressTotal,
  type DayQuestion,
  readTokens,
  readTopAddresses,
  readTopTokens,
  type TokenDescription,
  type TokenTotal,
} from '../read/day-stats.ts'
import { ALL, chainKeyOf, optionalBridgeId } from './bridge-parameters.ts'

const usdValue = nullable(
  Type.Number({ description: 'US dollars; null when none of its transfers had a price' }),
)
const tokenMap = mapOf(
  namedShape('BridgedToken', {
    usdValue,
    amount: Type.String({ description: 'In the smallest unit, every digit' }),
    symbol: nullableText('Symbol of the token'),
    decimals: nullable(Type.Integer({ description: 'Decimals of the raw amount' })),
  }),
  'By coin id, the thirty of the largest value',
)
const addressMap = mapOf(
  namedShape('BridgedByAddress', {
    usdValue,
    txs: Type.Integer({ description: 'Number of transfers' }),
  }),
  'By `<chain>:<address>`, the thirty of the largest value',
)

export const getDayStats = defineRoute({
  id: 'bridges.getDayStats',
  operationId: 'getBridgeDayStats',
  summary: 'Tokens and addresses behind a day of bridging',
  describe:
    'What was deposited and withdrawn on a chain during the UTC day that holds `timestamp`: the thirty tokens and the thirty addresses of the largest value in each direction, and the totals of all. `totalAddressDeposited` has the senders of deposits, `totalAddressWithdrawn` the receivers of withdrawals. A day without transfers has empty maps; a day in the future is refused.',
  paths: {
    bridge: '/bridgedaystats/{timestamp}/{chain}',
    pro: '/bridges/bridgedaystats/{timestamp}/{chain}',
  },
  params: {
    timestamp: unixTime('A moment of the day, Unix seconds.'),
    chain: text('Chain by any of its names, or `all`.', 'Ethereum'),
  },
  query: { id: optionalBridgeId() },
  response: shape({
    date: Type.Integer({ description: 'Midnight (UTC) of the day, Unix seconds' }),
    totalTokensDeposited: tokenMap,
    totalTokensWithdrawn: tokenMap,
    totalAddressDeposited: addressMap,
    totalAddressWithdrawn: addressMap,
    totalDepositedUSD: usd('Value of all deposits'),
    totalWithdrawnUSD: usd('Value of all withdrawals'),
    totalDepositTxs: Type.Integer({ description: 'Number of deposits' }),
    totalWithdrawalTxs: Type.Integer({ description: 'Number of withdrawals' }),
  }),
  example: {
    date: 1_759_968_000,
    totalTokensDeposited: {
      'ethereum:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48': {
        usdValue: 17_379.3,
        amount: '17379331182',
        symbol: 'USDC',
        decimals: 6,
      },
    },
    totalTokensWithdrawn: {},
    totalAddressDeposited: {
      'ethereum:0x3a23f943181408eac424116af7b7790c94cb97a5': { usdValue: 17_379.3, txs: 2 },
    },
    totalAddressWithdrawn: {},
    totalDepositedUSD: 17_379.3,
    totalWithdrawnUSD: 0,
    totalDepositTxs: 2,
    totalWithdrawalTxs: 0,
  },
  table:
    '{figure of totalTokensDeposited,totalTokensWithdrawn,totalAddressDeposited,totalAddressWithdrawn}{key}',
  reads: [bridges, bridgeTransfers, tokens],
  nowStepSec: DAY_SEC,
  handler: async ({ params, query }, { snapshot, states, nowSec }) => {
    const daySec = dayStart(params.timestamp)
    if (daySec > nowSec) throw invalidParameter('timestamp', 'lies in the future.')
    const asked = (await states.get(bridgeDirectoryState, snapshot)).list(query.id)
    const flows = await states.get(dayFlowsState, snapshot)
    const chain = params.chain.toLowerCase() === ALL ? undefined : chainKeyOf(params.chain, flows)
    const question = { bridges: asked.map(({ id }) => id), chain, daySec }
    // One after the other: both keep all cores busy, and others would wait for a reader.
    const topTokens = await readTopTokens(snapshot, question)
    const topAddresses = await readTopAddresses(snapshot, question)
    const described = await readTokens(snapshot, [...new Set(topTokens.map(({ token }) => token))])
    return {
      date: daySec,
      totalTokensDeposited: tokensOf(topTokens, true, described),
      totalTokensWithdrawn: tokensOf(topTokens, false, described),
      totalAddressDeposited: addressesOf(topAddresses, true),
      totalAddressWithdrawn: addressesOf(topAddresses, false),
      ...totalsOf(
        asked.map((bridge) => flowsOf(bridge, flows)),
        question,
      ),
    }
  },
})

/** Totals of all transfers of the day, not only of the largest. */
function totalsOf(bridges: readonly BridgeFlows[], { chain, daySec }: DayQuestion) {
  const total = bridges
    .flatMap(({ chains }) =>
      chain === undefined ? [...chains.values()] : (chains.get(chain) ?? []),
    )
    .reduce((sum, days) => addFlows(sum, days.ofDay(daySec / DAY_SEC)), NO_FLOW)
  return {
    totalDepositedUSD: total.depositUsd,
    totalWithdrawnUSD: total.withdrawUsd,
    totalDepositTxs: total.depositTxs,
    totalWithdrawalTxs: total.withdrawTxs,
  }
}

function tokensOf(
  totals: readonly TokenTotal[],
  isDeposit: boolean,
  described: ReadonlyMap<string, TokenDescription>,
) {
  const rows = totals.filter((total) => total.isDeposit === isDeposit)
  return Object.fromEntries(
    rows.map(({ token, valueUsd, highHalves, lowHalves }) => {
      const known = described.get(token)
      const amount = exactAmount(highHalves, lowHalves)
      return [
        token,
        {
          usdValue: valueUsd,
          amount,
          symbol: known?.symbol ?? null,
          decimals: known?.decimals ?? null,
        },
      ]
    }),
  )
}

function addressesOf(totals: readonly AddressTotal[], isDeposit: boolean) {
  const rows = totals.filter((total) => total.isDeposit === isDeposit)
  return Object.fromEntries(
    rows.map(({ chain, address, valueUsd, txs }) => [
      `${chain}:${address}`,
      { usdValue: valueUsd, txs },
    ]),
  )
}
