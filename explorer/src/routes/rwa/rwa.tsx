import { useMemo } from 'react'
import { request, useOperation } from '../../api/request.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { BreakdownChart } from '../../blocks/chart/series-block.tsx'
import { Figures, usd } from '../../blocks/figure/figure-strip.tsx'
import { type Column, column, MAIN } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { names, type StateOf } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { defineList, ListPage, viewOf } from '../../page/list-page.tsx'
import { useTableView, type ViewOf } from '../../page/page-head.tsx'
import { ViewSegments } from '../../page/view-fields.tsx'
import { assetList } from './asset-list.tsx'
import {
  type Asset,
  includeQuery,
  type PartRow,
  partRows,
  type RwaStats,
  rwaKeys,
} from './rwa-parts.ts'

const assets = defineList<readonly Asset[], Asset>({
  ...assetList(null),
  title: 'Real-world assets',
  ...request('listRwaAssets', {}),
  rowsOf: (body) => body,
  above: (view) => (
    <>
      <Totals />
      <ByChain view={viewOf(view, rwaKeys)} />
      <RwaPartsTable view={viewOf(view, rwaKeys)} />
    </>
  ),
})

/** Real-world assets: totals, chains, parts of the market, and every asset. */
export const RealWorldAssets = () => <ListPage list={assets} />

function Totals() {
  const asked = useOperation('getRwaStats', {})
  const stats = asked.data?.body
  return (
    <Figures
      asked={asked}
      of={['getRwaStats']}
      items={[
        usd('On-chain market cap', stats?.totalOnChainMcap),
        usd('Active market cap', stats?.totalActiveMcap),
        usd('In DeFi', stats?.totalDefiActiveTvl),
        { name: 'Assets', value: stats?.assetCount },
        { name: 'Issuers', value: stats?.assetIssuers },
      ]}
    />
  )
}

function ByChain({ view }: { view: ViewOf<typeof rwaKeys> }) {
  const { figure, also } = view.state
  return (
    <BreakdownChart
      title={figure === 'defiActiveTvl' ? 'In DeFi by chain' : 'Market cap by chain'}
      {...request('getRwaChainBreakdown', {
        key: figure === 'onChainMcap' ? undefined : figure,
        ...includeQuery(also),
      })}
      view={view}
      tools={<ViewSegments view={view} id="figure" of={rwaKeys.figure} />}
    />
  )
}

/** The market by chain, category, platform or group. */
function RwaPartsTable({ view }: { view: ViewOf<typeof rwaKeys> }) {
  const { by, also } = view.state
  const asked = useOperation('getRwaStats', {})
  const known = useOperation('getRwaList', {}).data?.body
  const rowsOf = useMemo(() => (stats: RwaStats) => partRows(stats, by, also), [by, also])
  const columns = useMemo(() => columnsBy(by), [by])
  return (
    <TableBlock
      title="Parts of the market"
      asked={asked}
      view={useTableView('-mcap')}
      columns={columns}
      rowsOf={rowsOf}
      keyOf={({ name }) => name}
      hrefOf={({ name }) => (by === 'chain' ? `/rwa/${encodeURIComponent(name)}` : null)}
      empty="No data yet."
      note={(shown) =>
        known === undefined ? shown : `${shown}, of ${known.canonicalMarketIds.length} markets`
      }
      filters={
        <Segments
          label="By"
          options={rwaKeys.by.options}
          value={by}
          onChange={(next) => view.set({ by: next })}
          names={{
            chain: counted('chains', known?.chains),
            category: counted('categories', known?.categories),
            platform: counted('platforms', known?.platforms),
            group: counted('groups', known?.assetGroups),
          }}
        />
      }
    />
  )
}

function counted(word: string, all: readonly string[] | undefined): string {
  return all === undefined ? word : `${all.length} ${word}`
}

/** Names of chains have a page; others narrow the list of assets. */
function columnsBy(by: StateOf<typeof rwaKeys>['by']): Column<PartRow>[] {
  const link =
    by === 'chain'
      ? {}
      : {
          show: ({ name }: PartRow) => (
            <AppLink to="/rwa" search={{ by, [by]: names().format([name]) }}>
              {name}
            </AppLink>
          ),
        }
  return [
    column('text', 'name', 'Name', 'name', { isMain: true, ...link }),
    column('usd', 'mcap', 'On-chain', 'onChainUsd', MAIN),
    column('usd', 'active', 'Active', 'activeUsd', MAIN),
    column('usd', 'defi', 'In DeFi', 'defiUsd'),
    column('count', 'assets', 'Assets', 'assets'),
    column('count', 'issuers', 'Issuers', 'issuers'),
  ]
}
