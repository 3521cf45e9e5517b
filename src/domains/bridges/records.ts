import {
  boolean,
  described,
  integer,
  nullableText,
  number,
  string,
  textList,
  usd,
} from '../../http/described.ts'
import { mapOf, namedShape, nullable } from '../../http/schemas.ts'
import { DAY_SEC } from '../../lib/clock.ts'
import { toSlug } from '../../lib/slug.ts'
import { field, fieldsOf, record } from '../../records/record.ts'
import { chains } from '../registry/public.ts'
import { volumeUsd } from './derive/flow.ts'
import type { BridgeWindows, ChainVolume, WindowFlows } from './derive/window-flows.ts'
import type { Bridge } from './read/bridge-directory.ts'
import type { Transfer } from './read/transfers.ts'

function nameOfChain(key: string | null): string | null {
  return key === null ? null : chains.nameOf(key)
}

const ofFlows = fieldsOf<{ flows: WindowFlows | undefined }>()

/** The volume of a window of time; `null` when no transfer is known. */
const volumeOf = (window: keyof WindowFlows, what: string, example: number) =>
  ofFlows(
    nullable(number(`Volume of ${what}, US dollars; null when no transfer is known`)),
    example,
    ({ flows }) => (flows === undefined ? null : volumeUsd(flows[window])),
  )

const countsSchema = namedShape('BridgeTransactionCounts', {
  deposits: nullable(integer('Deposits; null when no transfer is known')),
  withdrawals: nullable(integer('Withdrawals; null when no transfer is known')),
})
const countsOf = (window: keyof WindowFlows, what: string) =>
  ofFlows(
    described(countsSchema, `Transfers of ${what}`),
    { deposits: 12, withdrawals: 10 },
    ({ flows }) => ({
      deposits: flows?.[window].depositTxs ?? null,
      withdrawals: flows?.[window].withdrawTxs ?? null,
    }),
  )

/** Volumes and counts under the names of the contract. */
const figures = {
  lastHourlyVolume: volumeOf('lastHour', 'the last complete hour', 1_500.5),
  currentDayVolume: volumeOf('currentDay', 'today so far', 18_000),
  lastDailyVolume: volumeOf('lastDay', 'the last complete UTC day', 36_000),
  dayBeforeLastVolume: volumeOf('dayBeforeLast', 'the UTC day before it', 41_000),
  weeklyVolume: volumeOf('week', 'the last seven complete UTC days', 250_000),
  monthlyVolume: volumeOf('month', 'the last 30 complete UTC days', 1_100_000),
  lastHourlyTxs: countsOf('lastHour', 'the last complete hour'),
  currentDayTxs: countsOf('currentDay', 'today so far'),
  prevDayTxs: countsOf('lastDay', 'the last complete UTC day'),
  dayBeforeLastTxs: countsOf('dayBeforeLast', 'the UTC day before it'),
  weeklyTxs: countsOf('week', 'the last seven complete UTC days'),
  monthlyTxs: countsOf('month', 'the last 30 complete UTC days'),
}
const last24hVolume = volumeOf('last24h', 'the last 24 complete hours', 35_000)
const chainFigures = record({ ...figures, last24hVolume }, 'BridgeFigures')

const destinationChain = fieldsOf<{ destinationChain: string | null }>()(
  nullableText('Display name of the chain that all transfers lead to; null when there is none'),
  null,
  (bridge) => nameOfChain(bridge.destinationChain),
)

/** The detailed bridge: of one, or of all together. */
export const detailRecord = record({
  id: field(nullable(integer('null for all bridges together')), 1),
  name: field(string('Name in paths'), 'harbor'),
  displayName: field(string('Display name'), 'Harbor Bridge'),
  ...figures,
  chainBreakdown: fieldsOf<BridgeWindows>()(
    mapOf(chainFigures.schema, 'The same by name of chain'),
    { Ethereum: chainFigures.example },
    ({ byChain }) =>
      Object.fromEntries(
        [...byChain].map(([chain, flows]) => [chains.nameOf(chain), chainFigures.item({ flows })]),
      ),
  ),
  destinationChain,
})

const ALL_BRIDGES = { id: null, name: 'all', displayName: 'All bridges', destinationChain: null }

export function bridgeDetail(bridge: Bridge | undefined, windows: BridgeWindows) {
  return detailRecord.item({ ...(bridge ?? ALL_BRIDGES), ...windows, flows: windows.whole })
}

const ofListed = fieldsOf<
  Pick<Bridge, 'slug' | 'displayName'> & { chainKeys: Iterable<string>; newestSec: number }
>()

/** A bridge in the list. */
export const bridgeRecord = record({
  id: field(integer('Id of the bridge'), 1),
  name: field(string('Name in paths'), 'harbor'),
  displayName: field(string('Display name'), 'Harbor Bridge'),
  icon: field(nullableText('Icon of the bridge'), 'icons:harbor'),
  volumePrevDay: last24hVolume,
  volumePrev2Day: volumeOf('dayBeforeLast', 'the UTC day before the last complete one', 41_000),
  lastHourlyVolume: figures.lastHourlyVolume,
  last24hVolume,
  lastDailyVolume: figures.lastDailyVolume,
  dayBeforeLastVolume: figures.dayBeforeLastVolume,
  weeklyVolume: figures.weeklyVolume,
  monthlyVolume: figures.monthlyVolume,
  chains: ofListed(
    textList('Display names of its chains'),
    ['Arbitrum', 'Ethereum'],
    ({ chainKeys }) => [...chainKeys].map((key) => chains.nameOf(key)).sort(),
  ),
  destinationChain,
  url: field(nullableText('Web site'), null),
  slug: ofListed(
    string('Slug of its protocol'),
    'harbor-bridge',
    ({ slug, displayName }) => slug ?? toSlug(displayName),
  ),
  serviceId: field(nullableText('Id of its protocol'), null),
  dataUpdatedAt: ofListed(
    nullableText('Time of the newest transfer, ISO 8601'),
    '2026-01-31T11:58:20.000Z',
    ({ newestSec }) => (newestSec > 0 ? new Date(newestSec * 1000).toISOString() : null),
  ),
})

const ofVolume = fieldsOf<ChainVolume>()

/** The volume of a chain in the last 24 hours. */
export const chainVolumeRecord = record(
  {
    name: ofVolume(string('Display name of the chain'), 'Ethereum', ({ chain }) =>
      chains.nameOf(chain),
    ),
    volumePrevDay: field(usd('Volume of the last 24 complete hours'), 35_000, 'volumeUsd'),
    aggregator_id: ofVolume(
      nullableText('Id of its token at the market-data aggregator'),
      'ethereum',
      ({ chain }) => chains.byKey(chain)?.aggregatorId ?? null,
    ),
    tokenSymbol: ofVolume(
      nullableText('Symbol of its gas token'),
      'ETH',
      ({ chain }) => chains.byKey(chain)?.gasToken ?? null,
    ),
  },
  'BridgeChainVolume',
)

/** A day in the chart of volumes. */
export const volumeRecord = record({
  date: fieldsOf<{ day: number }>()(
    string('Midnight (UTC) of the day, Unix seconds as text'),
    '1759968000',
    ({ day }) => String(day * DAY_SEC),
  ),
  depositUSD: field(usd('Value of deposits'), 32_940.5, 'depositUsd'),
  withdrawUSD: field(usd('Value of withdrawals'), 30_100, 'withdrawUsd'),
  depositTxs: field(integer('Number of deposits'), 42),
  withdrawTxs: field(integer('Number of withdrawals'), 40),
})

const ofTransfer = fieldsOf<Transfer & { bridgeName: string }>()

/** One side of a transfer. */
export const transactionRecord = record(
  {
    tx_hash: field(
      string('Hash of the transaction'),
      '0x2ddb0d0e3e7f1407d7eac86a53784949956533566ecd99121eacb140c31e97cb',
      'txHash',
    ),
    ts: ofTransfer(string('ISO 8601, UTC'), '2025-10-09T08:53:20.000Z', ({ atSec }) =>
      new Date(atSec * 1000).toISOString(),
    ),
    tx_block: field(nullable(integer('Block number')), 23_540_000, 'block'),
    tx_from: field(
      string('Address of the sender'),
      '0x3a23f943181408eac424116af7b7790c94cb97a5',
      'fromAddress',
    ),
    tx_to: field(
      string('Address of the receiver'),
      '0x8004c5a694105f5ecccccccccccccccccccccccc',
      'toAddress',
    ),
    token: ofTransfer(
      string('Address of the token on its chain'),
      '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      ({ token }) => token.slice(token.indexOf(':') + 1),
    ),
    coin: field(
      string('Coin id of the token'),
      'ethereum:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      'token',
    ),
    amount: field(string('In the smallest unit of the token, every digit'), '17379331182'),
    is_deposit: field(boolean('Money went into the bridge'), true, 'isDeposit'),
    chain: ofTransfer(string('Chain on which this side took place'), 'Ethereum', ({ chain }) =>
      chains.nameOf(chain),
    ),
    bridge_name: ofTransfer(
      string('Name of the bridge'),
      'harbor',
      (transfer) => transfer.bridgeName,
    ),
    usd_value: field(
      nullable(number('US dollars; null when no price was known')),
      17_379.33,
      'valueUsd',
    ),
    sourceChain: ofTransfer(
      nullableText('Chain the money came from; null when not known'),
      'Ethereum',
      ({ sourceChain }) => nameOfChain(sourceChain),
    ),
  },
  'BridgeTransaction',
)
