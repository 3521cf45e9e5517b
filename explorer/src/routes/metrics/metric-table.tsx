import { useCallback, useMemo } from 'react'
import type { QueryResult } from '../../api/response.ts'
import { SearchField, ToggleField } from '../../blocks/filters/fields.tsx'
import { type Column, column, MAIN } from '../../blocks/table/column.ts'
import { TableBlock, type TableState } from '../../blocks/table/table-block.tsx'
import { percentOf, sumOf } from '../../lib/sums.ts'
import type { ViewWith } from '../../lib/view-state.ts'
import { shortText } from '../../lib/writing.ts'
import { chainsColumn } from '../../page/columns.tsx'
import { keyOf } from '../../page/view-fields.tsx'
import type { MetricOverview, MetricRow } from './metric-rows.ts'
import type { MetricType } from './metrics.ts'

type MetricTableView = ViewWith<TableState & { readonly q: string; readonly double: boolean }>

type SharedRow = MetricRow & { readonly share: number | null }

/** The protocols of a metric; what is counted elsewhere too is hidden, and said how much. */
export function MetricTable(props: {
  asked: QueryResult<MetricOverview>
  view: MetricTableView
  type: MetricType
  chain: string | undefined
  category: string | undefined
}) {
  const { asked, view, type, chain, category } = props
  const { rowsOf, hidden } = useShown(asked, view, chain, category)
  const columns = useMemo(() => columnsOf(type), [type])
  const sign = type.isCount === true ? '' : '$'
  return (
    <TableBlock
      title="Protocols"
      asked={asked}
      view={view}
      columns={columns}
      rowsOf={rowsOf}
      keyOf={({ slug }) => slug}
      hrefOf={({ slug, name, category: kind }) =>
        kind === 'Chain'
          ? `/chains/${encodeURIComponent(name)}`
          : `/protocols/${encodeURIComponent(slug)}`
      }
      note={(shown) =>
        view.state.double || hidden.length === 0
          ? shown
          : `${shown}; ${hidden.length} double-counted hidden, ${shortText(
              sumOf(hidden.map(({ total24h }) => total24h)),
              { sign },
            )} a day`
      }
      hasTotals
      empty="No matching protocols."
      filters={
        <>
          <SearchField {...keyOf(view, 'q')} label="Name" />
          {hidden.length > 0 && (
            <ToggleField {...keyOf(view, 'double')}>Include double-counted</ToggleField>
          )}
        </>
      }
    />
  )
}

/** The rows that fit the filters with their shares, and those that are hidden as counted twice. */
function useShown(
  asked: QueryResult<MetricOverview>,
  view: MetricTableView,
  chain: string | undefined,
  category: string | undefined,
) {
  const { q, double } = view.state
  const fits = useCallback(
    (row: MetricRow) =>
      row.name.toLowerCase().includes(q.trim().toLowerCase()) &&
      (category === undefined || row.category === category) &&
      (chain === undefined || row.chains.includes(chain)),
    [q, category, chain],
  )
  const rowsOf = useCallback(
    ({ protocols }: MetricOverview): readonly SharedRow[] => {
      const shown = protocols.filter((row) => (double || !row.doublecounted) && fits(row))
      const sum = sumOf(shown.map(({ total24h }) => total24h))
      return shown.map((row) => ({ ...row, share: percentOf(row.total24h, sum) }))
    },
    [double, fits],
  )
  const hidden = (asked.data?.body.protocols ?? []).filter((row) => row.doublecounted && fits(row))
  return { rowsOf, hidden }
}

/** Sums in dollars or as counts; a level has means where a flow has sums. */
function columnsOf({ isCount, isLevel, unitSize = 1e6 }: MetricType): readonly Column<SharedRow>[] {
  const kind = isCount === true ? 'count' : 'usd'
  const mean = isLevel === true ? ' mean' : ''
  const adds = isLevel === true ? { unitSize } : { unitSize, addsUp: true }
  return [
    column('text', 'name', 'Name', 'name', MAIN),
    column('text', 'category', 'Category', 'category'),
    chainsColumn(),
    column(kind, 'day', '24h', 'total24h', {
      isMain: true,
      addsUp: true,
      unitSize,
    }),
    column('percent', 'share', 'Share', 'share'),
    column('change', 'change', '1d', 'change_1d', MAIN),
    column(kind, 'week', `7d${mean}`, 'total7d', adds),
    column('change', 'weekly', '7d over 7d', 'change_7dover7d'),
    column(kind, 'month', `30d${mean}`, 'total30d', adds),
    column('change', 'monthly', '30d over 30d', 'change_30dover30d'),
    column(kind, 'year', `1y${mean}`, 'total1y', { isExtra: true, ...adds }),
    column(kind, 'all', `All time${mean}`, 'totalAllTime', {
      isExtra: true,
      ...adds,
    }),
    column('day', 'of', 'Day', ({ lastDay }) => lastDay ?? null, {
      describe: 'Day of the 24h figure',
    }),
    column('flag', 'ok', 'Up to date', 'latestFetchIsOk', {
      isExtra: true,
      describe: 'No if the figure is older than the last full day',
    }),
  ]
}
