import { useMemo } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { type Column, column } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { names } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { useTableView } from '../../page/use-table-view.ts'
import type { View } from '../../page/use-view.ts'
import { GROUPS, type rwaKeys } from './rwa-keys.ts'
import { type PartRow, partRows, type RwaStats } from './rwa-parts.ts'

/** The market by chain, category, platform or group. */
export function RwaPartsTable({ view }: { view: Pick<View<typeof rwaKeys>, 'state' | 'set'> }) {
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
      empty="Nothing is stored yet."
      note={(shown) =>
        known === undefined ? shown : `${shown}, of ${known.canonicalMarketIds.length} markets`
      }
      filters={
        <Segments
          label="By"
          options={GROUPS}
          names={{
            chain: counted('chains', known?.chains),
            category: counted('categories', known?.categories),
            platform: counted('platforms', known?.platforms),
            group: counted('groups', known?.assetGroups),
          }}
          value={by}
          onChange={(next) => view.set({ by: next })}
        />
      }
    />
  )
}

function counted(word: string, all: readonly string[] | undefined): string {
  return all === undefined ? word : `${all.length} ${word}`
}

/** Names of chains have a page; others narrow the list of assets. */
function columnsBy(by: (typeof GROUPS)[number]): Column<PartRow>[] {
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
    column('text', 'name', 'Name', ({ name }) => name, { isMain: true, ...link }),
    column('usd', 'mcap', 'On-chain', ({ onChainUsd }) => onChainUsd, { isMain: true }),
    column('usd', 'active', 'Active', ({ activeUsd }) => activeUsd, { isMain: true }),
    column('usd', 'defi', 'In DeFi', ({ defiUsd }) => defiUsd),
    column('count', 'assets', 'Assets', ({ assets }) => assets),
    column('count', 'issuers', 'Issuers', ({ issuers }) => issuers),
  ]
}
