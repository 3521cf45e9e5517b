import type { Body } from '../../api/answers.ts'
import { request } from '../../api/request.ts'
import { column } from '../../blocks/table/column.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { placeChoices, poolHref, poolsOf } from './pool-row.ts'
import { YieldTabs } from './yield-tabs.tsx'

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
    {
      id: 'kind',
      name: 'Kind',
      all: 'Any tokens',
      namesOf: ({ stablecoin }) => [stablecoin ? 'stablecoins' : 'others'],
    },
  ],
  columns: [
    column('text', 'symbol', 'Token', ({ symbol }) => symbol, { isMain: true }),
    column('text', 'project', 'Project', ({ project }) => project),
    column('text', 'chain', 'Chain', ({ chain }) => chain),
    column('usd', 'supply', 'Supplied', (row) => row.totalSupplyUsd, {
      isMain: true,
      addsUp: true,
    }),
    column('usd', 'debt', 'Borrowed', (row) => row.totalBorrowUsd, { addsUp: true }),
    column('percent', 'used', 'Used', usedPercent, { describe: 'Borrowed of what is supplied' }),
    column('percent', 'ltv', 'LTV', ({ ltv }) => (ltv === null ? null : ltv * 100), {
      describe: 'Loan to value',
    }),
    column('percent', 'apy', 'Lend APY', ({ apy }) => apy, { isMain: true }),
    column('percent', 'borrow', 'Borrow base', ({ apyBaseBorrow }) => apyBaseBorrow, {
      isMain: true,
    }),
    column('percent', 'reward', 'Borrow reward', ({ apyRewardBorrow }) => apyRewardBorrow),
    column('usd', 'ceiling', 'Debt ceiling', (row) => row.debtCeilingUsd, { isExtra: true }),
    column('flag', 'borrowable', 'Borrowable', ({ borrowable }) => borrowable, { isExtra: true }),
    column('text', 'minted', 'Mints', ({ mintedCoin }) => mintedCoin, { isExtra: true }),
  ],
})

export const Borrow = () => <ListPage list={lending} />

function usedPercent({ totalSupplyUsd, totalBorrowUsd }: LendingPool): number | null {
  return totalBorrowUsd === null || !totalSupplyUsd ? null : (totalBorrowUsd / totalSupplyUsd) * 100
}
