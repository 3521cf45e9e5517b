import { type Body, type BodyOf, request } from '../../api/request.ts'
import { column, EXTRA, MAIN, MAIN_SUM, SUM } from '../../blocks/table/column.ts'
import { percentOf } from '../../lib/sums.ts'
import { toSec } from '../../lib/writing.ts'
import { by } from '../../page/list-filters.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { placeChoices, poolHref, poolsOf } from './pool-row.ts'
import { YieldTabs } from './pool-table.tsx'

type Lending = Body<'listBorrowPools'>
type LendingPool = Lending['data'][number]

const lending = defineList<Lending, LendingPool>({
  title: 'Lend and borrow',
  ...request('listBorrowPools', {}),
  rowsOf: poolsOf,
  keyOf: ({ pool }) => pool,
  hrefOf: poolHref,
  searchIn: ({ symbol, project }) => [symbol, project],
  sort: '-supply',
  hasTotals: true,
  fill: 'almanac import lending_samples <file>',
  above: () => <YieldTabs />,
  choices: [
    ...placeChoices,
    by('kind', 'Kind', 'Any tokens', ({ stablecoin }) => [stablecoin ? 'stablecoins' : 'others']),
  ],
  columns: [
    column('text', 'symbol', 'Token', 'symbol', MAIN),
    column('text', 'project', 'Project', 'project'),
    column('text', 'chain', 'Chain', 'chain'),
    column('usd', 'supply', 'Supplied', 'totalSupplyUsd', MAIN_SUM),
    column('usd', 'debt', 'Borrowed', 'totalBorrowUsd', SUM),
    column('percent', 'used', 'Used', usedPercent, { describe: 'Borrowed of what is supplied' }),
    column('percent', 'ltv', 'LTV', ({ ltv }) => inPercent(ltv), {
      describe: 'Loan to value',
    }),
    column('percent', 'apy', 'Lend APY', 'apy', MAIN),
    column('percent', 'borrow', 'Borrow base', 'apyBaseBorrow', MAIN),
    column('percent', 'reward', 'Borrow reward', 'apyRewardBorrow'),
    column('usd', 'ceiling', 'Debt ceiling', 'debtCeilingUsd', EXTRA),
    column('flag', 'borrowable', 'Borrowable', 'borrowable', EXTRA),
    column('text', 'minted', 'Mints', 'mintedCoin', EXTRA),
  ],
})

export const Borrow = () => <ListPage list={lending} />

function usedPercent({ totalSupplyUsd, totalBorrowUsd }: LendingPool): number | null {
  return percentOf(totalBorrowUsd, totalSupplyUsd)
}

type PerpList = Body<'listPerps'>
type Perp = PerpList['data'][number]

const RATE = { decimals: 4 }

const perps = defineList<PerpList, Perp>({
  title: 'Perpetual funding',
  ...request('listPerps', {}),
  rowsOf: poolsOf,
  keyOf: ({ perp_id }) => perp_id,
  searchIn: ({ market, marketplace }) => [market, marketplace],
  sort: '-interest',
  hasTotals: true,
  fill: 'almanac import perp_samples <file>',
  above: () => <YieldTabs />,
  choices: [
    by('venue', 'Venue', 'All venues', 'marketplace'),
    by('asset', 'Asset', 'All assets', 'baseAsset'),
    by('chain', 'Chain', 'All chains', 'chain'),
  ],
  columns: [
    column('text', 'market', 'Market', 'market', MAIN),
    column('text', 'venue', 'Venue', 'marketplace'),
    column('text', 'chain', 'Chain', 'chain'),
    column('change', 'rate', 'Funding', (row) => inPercent(row.fundingRate), {
      ...RATE,
      isMain: true,
      describe: 'Paid by longs to shorts each time; negative is paid by shorts',
    }),
    column('change', 'week', '7d mean', (row) => inPercent(row.fundingRate7dAverage), RATE),
    column('change', 'month', '30d mean', (row) => inPercent(row.fundingRate30dAverage), RATE),
    column('change', 'previous', 'Before', (row) => inPercent(row.fundingRatePrevious), {
      ...RATE,
      isExtra: true,
    }),
    column('usd', 'interest', 'Open interest', 'openInterest', MAIN_SUM),
    column('price', 'mark', 'Mark', 'markPrice'),
    column('price', 'index', 'Index', 'indexPrice'),
    column('timestamp', 'next', 'Next', ({ nextFundingTime }) => toSec(nextFundingTime)),
    column('timestamp', 'at', 'Read', ({ timestamp }) => toSec(timestamp), EXTRA),
  ],
})

export const Perps = () => <ListPage list={perps} />

/** A share of 1 in percent. */
function inPercent(share: number | null): number | null {
  return share === null ? null : share * 100
}

type StakingToken = Body<'listLsdRates'>[number]

const tokens = defineList<readonly StakingToken[], StakingToken>({
  title: 'Staking tokens',
  ...request('listLsdRates', {}),
  rowsOf: (body) => body,
  keyOf: ({ address, symbol }) => `${address} ${symbol}`,
  hrefOf: ({ address }) => `/coins/${encodeURIComponent(`ethereum:${address}`)}`,
  searchIn: ({ name, symbol }) => [name, symbol],
  sort: 'peg',
  fill: 'almanac import staking_rates <file>',
  above: () => <YieldTabs />,
  choices: [by('type', 'Kind', 'All kinds', 'type')],
  columns: [
    column('text', 'symbol', 'Token', 'symbol', MAIN),
    column('text', 'name', 'Protocol', 'name'),
    column('text', 'type', 'Kind', 'type'),
    column('ratio', 'expected', 'Expected rate', 'expectedRate', {
      ...RATE,
      describe: 'What a token should be worth in ether',
    }),
    column('ratio', 'market', 'Market rate', 'marketRate', { ...RATE, isMain: true }),
    column('change', 'peg', 'Off peg', 'ethPeg', {
      isMain: true,
      describe: 'Market rate against the expected one',
    }),
    column('percent', 'fee', 'Fee', ({ fee }) => inPercent(fee)),
  ],
})

export const Staking = () => <ListPage list={tokens} />

/** Pools with the key they had before ids were introduced. */
export const OLD_POOLS = request('listPoolsOld', {
  fields: 'pool,pool_old,symbol,project,chain,tvlUsd',
})

type OldPools = BodyOf<typeof OLD_POOLS>

const keys = defineList<OldPools, OldPools['data'][number]>({
  title: 'Old keys of pools',
  note: 'Keys of pools before ids were introduced; old URLs redirect to the pool.',
  ...OLD_POOLS,
  rowsOf: poolsOf,
  keyOf: ({ pool }) => pool,
  hrefOf: poolHref,
  searchIn: ({ pool, pool_old, symbol, project }) => [pool, pool_old, symbol, project],
  sort: '-tvl',
  fill: 'almanac import yield_samples <file>',
  above: () => <YieldTabs />,
  choices: placeChoices,
  columns: [
    column('text', 'symbol', 'Pool', 'symbol', MAIN),
    column('text', 'project', 'Project', 'project'),
    column('text', 'chain', 'Chain', 'chain'),
    column('usd', 'tvl', 'TVL', 'tvlUsd', MAIN),
    column('text', 'old', 'Old key', 'pool_old', {
      show: (row) => <code>{row.pool_old ?? '—'}</code>,
    }),
    column('text', 'id', 'Id', 'pool', { show: ({ pool }) => <code>{pool}</code> }),
  ],
})

export const OldKeys = () => <ListPage list={keys} />
