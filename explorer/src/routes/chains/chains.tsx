import { useCallback } from 'react'
import { request } from '../../api/request.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { BoundsField } from '../../blocks/filters/bounds-field.tsx'
import { SearchField } from '../../blocks/filters/search-field.tsx'
import { ToggleField } from '../../blocks/filters/toggle-field.tsx'
import { Spark } from '../../blocks/spark/spark.tsx'
import { NothingFits } from '../../blocks/states/nothing-fits.tsx'
import { column } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { Watch } from '../../blocks/watch/watch.tsx'
import { grouped } from '../../lib/numbers.ts'
import { bounds, flag, isWithin, names, type StateOf, sorting, text } from '../../lib/view-state.ts'
import { dropsOf, fitsFilters, type SetFilter, setFilters } from '../../page/list-filters.ts'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useView } from '../../page/use-view.ts'
import { seriesOf } from '../overview/market-series.ts'
import { type ChainRow, useChainRows } from './chain-rows.ts'

const keys = {
  ...seriesKeys,
  q: text(),
  tvl: bounds(),
  evm: flag(),
  cols: names(),
  sort: sorting('-tvl'),
}

/** All chains: how they share the value locked, and what goes on there. */
export function Chains() {
  const view = useView(keys)
  const { asked, rows } = useChainRows()
  const { q, tvl, evm } = view.state
  const rowsOf = useCallback(
    () => rows.filter((row) => fits(row, { q, tvl, evm })),
    [rows, q, tvl, evm],
  )
  return (
    <>
      <PageHead title="Chains" ignored={view.ignored} />
      <SeriesBlock
        title="Value locked by chain"
        {...request('getHistoricalTvl', { breakdown: true })}
        kind="stack"
        sign="$"
        modes={['abs', 'share']}
        view={view}
        seriesOf={(days) => seriesOf(days, 'Value locked')}
      />
      <TableBlock
        title="Chains"
        asked={asked}
        view={view}
        columns={columns}
        rowsOf={rowsOf}
        keyOf={(row) => row.name}
        hrefOf={(row) => `/chains/${encodeURIComponent(row.name)}`}
        lead={({ name }) => <Watch kind="chain" id={name} name={name} />}
        note={(shown) => `${shown} of ${grouped(rows.length, 0)}`}
        hasTotals
        empty={
          <NothingFits
            drops={dropsOf(rows, filtersOf(view.state), (row, { id, empty }) =>
              fits(row, { ...view.state, [id]: empty }),
            )}
            onDrop={view.set}
          />
        }
        filters={
          <>
            <SearchField label="Name" value={q} onChange={(value) => view.set({ q: value })} />
            <BoundsField
              label="TVL $M"
              unitSize={1e6}
              value={tvl}
              onChange={(value) => view.set({ tvl: value })}
            />
            <ToggleField value={evm} onChange={(value) => view.set({ evm: value })}>
              EVM only
            </ToggleField>
          </>
        }
      />
    </>
  )
}

type Filters = Pick<StateOf<typeof keys>, 'q' | 'tvl' | 'evm'>

function fits(row: ChainRow, { q, tvl, evm }: Filters): boolean {
  return (
    fitsFilters(row, { q }, ({ name }) => [name], []) &&
    isWithin(row.tvl, tvl) &&
    (!evm || row.chainId !== null)
  )
}

function filtersOf({ q, tvl, evm }: Filters): SetFilter[] {
  const isAny = tvl.from === null && tvl.to === null
  return [
    ...setFilters({ q }, []),
    ...(isAny ? [] : [{ id: 'tvl', name: 'TVL', empty: { from: null, to: null } }]),
    ...(evm ? [{ id: 'evm', name: 'EVM only', empty: false }] : []),
  ]
}

const col = column<ChainRow>

const columns = [
  col('text', 'name', 'Chain', ({ name }) => name, { isMain: true }),
  col('count', 'protocols', 'Protocols', ({ protocols }) => protocols),
  col('usd', 'tvl', 'TVL', ({ tvl }) => tvl, {
    isMain: true,
    addsUp: true,
    source: ({ name }) => ({ operation: 'getHistoricalChainTvl', parameters: { chain: name } }),
  }),
  col('change', 'day', '1d', ({ day }) => day),
  col('change', 'week', '7d', ({ week }) => week, { isMain: true }),
  col('change', 'month', '30d', ({ month }) => month),
  col('text', 'line', '30 days', () => null, {
    isFixed: true,
    show: ({ spark }) => <Spark values={spark} />,
  }),
  col('usd', 'stablecoins', 'Stablecoins', (row) => row.stablecoinsUsd, { addsUp: true }),
  col('usd', 'volume', 'Volume 24h', ({ volume }) => volume, { addsUp: true }),
  col('usd', 'fees', 'Fees 24h', ({ fees }) => fees, { unitSize: 1e3, addsUp: true }),
  col('count', 'users', 'Users', ({ users }) => users, {
    describe: 'On the newest day; protocols that report later are not in it yet',
  }),
  col('usd', 'native', 'Native', (row) => row.nativeUsd, {
    isExtra: true,
    describe: 'Assets that were made on the chain',
  }),
  col('usd', 'canonical', 'Own bridge', (row) => row.canonicalUsd, {
    isExtra: true,
    describe: "Assets that came through the chain's own bridge",
  }),
  col('usd', 'thirdParty', 'Other bridges', (row) => row.thirdPartyUsd, { isExtra: true }),
  col('text', 'token', 'Token', ({ tokenSymbol }) => tokenSymbol, { isExtra: true }),
  col('text', 'chainId', 'Chain id', ({ chainId }) => (chainId === null ? null : String(chainId)), {
    isExtra: true,
  }),
]
