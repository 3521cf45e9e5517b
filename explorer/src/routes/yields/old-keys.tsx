import { type BodyOf, request } from '../../api/request.ts'
import { column } from '../../blocks/table/column.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { placeChoices, poolHref, poolsOf } from './pool-row.ts'
import { YieldTabs } from './yield-tabs.tsx'

/** Pools with the key they had before ids were introduced. */
export const OLD_POOLS = request('listPoolsOld', {
  fields: 'pool,pool_old,symbol,project,chain,tvlUsd',
})

type OldPools = BodyOf<typeof OLD_POOLS>

const keys = defineList<OldPools, OldPools['data'][number]>({
  title: 'Old keys of pools',
  note: 'What a pool was called before it had an id; old addresses lead to the same page.',
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
    column('text', 'symbol', 'Pool', ({ symbol }) => symbol, { isMain: true }),
    column('text', 'project', 'Project', ({ project }) => project),
    column('text', 'chain', 'Chain', ({ chain }) => chain),
    column('usd', 'tvl', 'TVL', ({ tvlUsd }) => tvlUsd, { isMain: true }),
    column('text', 'old', 'Old key', (row) => row.pool_old, {
      show: (row) => <code>{row.pool_old ?? '—'}</code>,
    }),
    column('text', 'id', 'Id', ({ pool }) => pool, { show: ({ pool }) => <code>{pool}</code> }),
  ],
})

export const OldKeys = () => <ListPage list={keys} />
