import { integer, nullableText, number, string, usd } from '../../../http/described.ts'
import { text, unixTime } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, namedShape, nullable } from '../../../http/schemas.ts'
import { DAY_SEC, dayStart } from '../../../lib/clock.ts'
import { invalidParameter } from '../../../lib/errors.ts'
import { field, record } from '../../../records/record.ts'
import { tokens } from '../../registry/public.ts'
import { addFlows, exactAmount, NO_FLOW } from '../derive/flow.ts'
import type { BridgeFlows } from '../derive/volume-series.ts'
import { bridges, bridgeTransfers } from '../facts.ts'
import { bridgeDirectoryState } from '../read/bridge-directory.ts'
import { dayFlowsState, flowsOf } from '../read/day-flows.ts'
import {
  type AddressTotal,
  type DayQuery,
  readTokens,
  readTopAddresses,
  readTopTokens,
  type TokenDescription,
  type TokenTotal,
} from '../read/day-stats.ts'
import { ALL, chainKeyOf, optionalBridgeId } from './bridge-parameters.ts'

const usdValue = nullable(number('US dollars; null when none of its transfers had a price'))
const tokenMap = mapOf(
  namedShape('BridgedToken', {
    usdValue,
    amount: string('In the smallest unit, every digit'),
    symbol: nullableText('Symbol of the token'),
    decimals: nullable(integer('Decimals of the raw amount')),
  }),
  'By coin id, the thirty of the largest value',
)
const addressMap = mapOf(
  namedShape('BridgedByAddress', {
    usdValue,
    txs: integer('Number of transfers'),
  }),
  'By `<chain>:<address>`, the thirty of the largest value',
)

const statsRecord = record({
  date: field(integer('Midnight (UTC) of the day, Unix seconds'), 1_759_968_000),
  totalTokensDeposited: field(tokenMap, {
    'ethereum:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48': {
      usdValue: 17_379.3,
      amount: '17379331182',
      symbol: 'USDC',
      decimals: 6,
    },
  }),
  totalTokensWithdrawn: field(tokenMap, {}),
  totalAddressDeposited: field(addressMap, {
    'ethereum:0x3a23f943181408eac424116af7b7790c94cb97a5': { usdValue: 17_379.3, txs: 2 },
  }),
  totalAddressWithdrawn: field(addressMap, {}),
  totalDepositedUSD: field(usd('Value of all deposits'), 17_379.3, 'depositUsd'),
  totalWithdrawnUSD: field(usd('Value of all withdrawals'), 0, 'withdrawUsd'),
  totalDepositTxs: field(integer('Number of deposits'), 2, 'depositTxs'),
  totalWithdrawalTxs: field(integer('Number of withdrawals'), 0, 'withdrawTxs'),
})

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
    timestamp: unixTime('A timestamp within the day, Unix seconds.'),
    chain: text('Chain by any of its names, or `all`.', 'Ethereum'),
  },
  query: { id: optionalBridgeId() },
  response: statsRecord.schema,
  example: statsRecord.example,
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
    const dayQuery = { bridges: asked.map(({ id }) => id), chain, daySec }
    // One after the other: both keep all cores busy, and others would wait for a reader.
    const topTokens = await readTopTokens(snapshot, dayQuery)
    const topAddresses = await readTopAddresses(snapshot, dayQuery)
    const described = await readTokens(snapshot, [...new Set(topTokens.map(({ token }) => token))])
    return statsRecord.item({
      date: daySec,
      totalTokensDeposited: tokensOf(topTokens, true, described),
      totalTokensWithdrawn: tokensOf(topTokens, false, described),
      totalAddressDeposited: addressesOf(topAddresses, true),
      totalAddressWithdrawn: addressesOf(topAddresses, false),
      ...totalFlow(
        asked.map((bridge) => flowsOf(bridge, flows)),
        dayQuery,
      ),
    })
  },
})

/** What all transfers of the day come to, not only the largest. */
function totalFlow(bridges: readonly BridgeFlows[], { chain, daySec }: DayQuery) {
  return bridges
    .flatMap(({ chains }) =>
      chain === undefined ? [...chains.values()] : (chains.get(chain) ?? []),
    )
    .reduce((sum, days) => addFlows(sum, days.ofDay(daySec / DAY_SEC)), NO_FLOW)
}

function tokensOf(
  totals: readonly TokenTotal[],
  isDeposit: boolean,
  described: ReadonlyMap<string, TokenDescription>,
) {
  const rows = totals.filter((total) => total.isDeposit === isDeposit)
  return Object.fromEntries(
    rows.map(({ token, valueUsd, highHalves, lowHalves }) => {
      const { symbol = null, decimals = null } = described.get(token) ?? {}
      const amount = exactAmount(highHalves, lowHalves)
      return [token, { usdValue: valueUsd, amount, symbol, decimals }]
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
