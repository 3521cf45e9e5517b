import { type BodyOf, request } from '../../api/request.ts'
import { column, EXTRA, MAIN } from '../../blocks/table/column.ts'
import { PageTabs } from '../../page/page-head.tsx'
import { defineTable } from '../../page/table-section.tsx'
import { poolHref, poolsOf } from './pool-row.ts'

const FIELDS = 'pool,chain,project,symbol,tvlUsd,apy,apyBase,apyReward,apyMean30d,outlier'

/** Pools of a project or of a chain. */
export const poolsIn = (of: { readonly project: string } | { readonly chain: string }) =>
  request('listPools', { ...of, fields: FIELDS })

type Pools = BodyOf<ReturnType<typeof poolsIn>>

const poolTable = (where: 'chain' | 'project', head: string) =>
  defineTable<Pools, Pools['data'][number]>({
    title: 'Pools',
    rowsOf: poolsOf,
    keyOf: ({ pool }) => pool,
    hrefOf: poolHref,
    columns: [
      column('text', 'symbol', 'Pool', 'symbol', MAIN),
      column('text', where, head, where),
      column('usd', 'tvl', 'TVL', 'tvlUsd', MAIN),
      column('percent', 'apy', 'APY', 'apy', MAIN),
      column('percent', 'base', 'Base', 'apyBase'),
      column('percent', 'reward', 'Reward', 'apyReward'),
      column('percent', 'mean', '30d mean', 'apyMean30d'),
      column('flag', 'outlier', 'Outlier', 'outlier', EXTRA),
    ],
  })

export const poolsOfProject = poolTable('chain', 'Chain')
export const poolsOnChain = poolTable('project', 'Project')

const TABS = [
  { to: '/yields', name: 'Pools' },
  { to: '/yields/borrow', name: 'Lend and borrow' },
  { to: '/yields/perps', name: 'Perpetual funding' },
  { to: '/yields/staking', name: 'Staking tokens' },
  { to: '/yields/old-keys', name: 'Old keys' },
]

/** The lists of yields beside each other. */
export const YieldTabs = () => <PageTabs label="Yields" tabs={TABS} />
