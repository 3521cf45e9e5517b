import { useMemo } from 'react'
import { request } from '../../api/request.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { ToggleField } from '../../blocks/filters/fields.tsx'
import { type Column, column, EXTRA, MAIN, SUM } from '../../blocks/table/column.ts'
import { flag } from '../../lib/view-state.ts'
import { lineColumn } from '../../page/columns.tsx'
import { defineList, ListPage, type ListView, viewOf } from '../../page/list-page.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { keyOf } from '../../page/view-fields.tsx'
import { seriesOf } from '../overview/market-series.ts'
import { CHAINS, type ChainRow, useChainRows } from './chain-rows.ts'

const keys = { ...seriesKeys, evm: flag() }

/** All chains: how they share the value locked, and what goes on there. */
export function Chains() {
  const { rows, isAwaited } = useChainRows()
  const list = useMemo(() => chainList(rows), [rows])
  return <ListPage list={list} isAwaited={isAwaited} />
}

const chainList = (rows: readonly ChainRow[]) =>
  defineList<unknown, ChainRow>({
    title: 'Chains',
    ...CHAINS,
    rowsOf: () => rows,
    keyOf: ({ name }) => name,
    hrefOf: ({ name }) => `/chains/${encodeURIComponent(name)}`,
    searchIn: ({ name }) => [name],
    sort: '-tvl',
    hasTotals: true,
    watched: { kind: 'chain', nameOf: ({ name }) => name },
    fill: 'almanac import tvl <file>',
    above: (view) => <Shares view={view} />,
    keys,
    fits: ({ chainId }, view) => chainId !== null || !viewOf(view, keys).state.evm,
    limits: [{ id: 'tvl', name: 'TVL $M', unitSize: 1e6, of: ({ tvl }) => tvl }],
    tools: (view) => <ToggleField {...keyOf(viewOf(view, keys), 'evm')}>EVM only</ToggleField>,
    columns,
  })

function Shares({ view }: { view: ListView }) {
  return (
    <SeriesBlock
      title="Value locked by chain"
      {...request('getHistoricalTvl', { breakdown: true })}
      kind="stack"
      sign="$"
      modes={['abs', 'share']}
      view={viewOf(view, keys)}
      seriesOf={(days) => seriesOf(days, 'Value locked')}
    />
  )
}

const columns: readonly Column<ChainRow>[] = [
  column('text', 'name', 'Chain', 'name', MAIN),
  column('count', 'protocols', 'Protocols', 'protocols'),
  column('usd', 'tvl', 'TVL', 'tvl', {
    isMain: true,
    addsUp: true,
    source: ({ name }) => ({ operation: 'getHistoricalChainTvl', parameters: { chain: name } }),
  }),
  column('change', 'day', '1d', 'day'),
  column('change', 'week', '7d', 'week', MAIN),
  column('change', 'month', '30d', 'month'),
  lineColumn('30 days', ({ spark }) => spark),
  column('usd', 'stablecoins', 'Stablecoins', 'stablecoinsUsd', SUM),
  column('usd', 'volume', 'Volume 24h', 'volume', SUM),
  column('usdK', 'fees', 'Fees 24h', 'fees', SUM),
  column('count', 'users', 'Users', 'users', {
    describe: 'On the latest day; excludes protocols that report later',
  }),
  column('usd', 'native', 'Native', 'nativeUsd', {
    isExtra: true,
    describe: 'Assets issued on the chain',
  }),
  column('usd', 'canonical', 'Own bridge', 'canonicalUsd', {
    isExtra: true,
    describe: "Assets bridged through the chain's own bridge",
  }),
  column('usd', 'thirdParty', 'Other bridges', 'thirdPartyUsd', EXTRA),
  column('text', 'token', 'Token', 'tokenSymbol', EXTRA),
  column(
    'text',
    'chainId',
    'Chain id',
    ({ chainId }) => (chainId === null ? null : String(chainId)),
    EXTRA,
  ),
]
