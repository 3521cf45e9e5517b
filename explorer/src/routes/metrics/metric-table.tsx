import { useCallback, useMemo } from 'react'
import type { Asked } from '../../api/asked.ts'
import { SearchField } from '../../blocks/filters/search-field.tsx'
import { ToggleField } from '../../blocks/filters/toggle-field.tsx'
import { type Column, column } from '../../blocks/table/column.ts'
import { TableBlock, type TableView } from '../../blocks/table/table-block.tsx'
import { shortText } from '../../lib/numbers.ts'
import { sumOf } from '../../lib/sum-of.ts'
import type { MetricOverview, MetricRow } from './metric-rows.ts'
import type { MetricType } from './metrics.ts'

export interface MetricTableView extends TableView {
  readonly state: TableView['state'] & { readonly q: string; readonly double: boolean }
  set(changes: Partial<MetricTableView['state']>): void
}

type SharedRow = MetricRow & { readonly share: number | null }

/** The protocols of a metric; what is counted elsewhere too is hidden, and said how much. */
export function MetricTable({
  asked,
  view,
  type,
  chain,
  category,
}: {
  asked: Asked<MetricOverview>
  view: MetricTableView
  type: MetricType
  chain: string | undefined
  category: string | undefined
}) {
  const { q, double } = view.state
  const body = asked.data?.body
  const fits = useCallback(
    (row: MetricRow) =>
      row.name.toLowerCase().includes(q.trim().toLowerCase()) &&
      (category === undefined || row.category === category) &&
      (chain === undefined || row.chains.includes(chain)),
    [q, category, chain],
  )
  const hidden = (body?.protocols ?? []).filter((row) => row.doublecounted && fits(row))
  const rowsOf = useCallback(
    ({ protocols }: MetricOverview): readonly SharedRow[] => {
      const shown = protocols.filter((row) => (double || !row.doublecounted) && fits(row))
      const sum = sumOf(shown.map(({ total24h }) => total24h))
      return shown.map((row) => ({
        ...row,
        share: row.total24h === null || !sum ? null : (row.total24h / sum) * 100,
      }))
    },
    [double, fits],
  )
  const columns = useMemo(() => columnsOf(type), [type])
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
        double || hidden.length === 0
          ? shown
          : `${shown}; ${hidden.length} counted elsewhere too are hidden, ${shortText(
              sumOf(hidden.map(({ total24h }) => total24h)),
              { sign: type.isCount === true ? '' : '$' },
            )} a day`
      }
      hasTotals
      empty="No protocol fits this."
      filters={
        <>
          <SearchField label="Name" value={q} onChange={(value) => view.set({ q: value })} />
          {hidden.length > 0 && (
            <ToggleField value={double} onChange={(value) => view.set({ double: value })}>
              Also what is counted twice
            </ToggleField>
          )}
        </>
      }
    />
  )
}

/** Sums in dollars or as counts; a level has means where a flow has sums. */
function columnsOf({ isCount, isLevel, unitSize = 1e6 }: MetricType): readonly Column<SharedRow>[] {
  const kind = isCount === true ? 'count' : 'usd'
  const mean = isLevel === true ? ' mean' : ''
  const adds = isLevel === true ? { unitSize } : { unitSize, addsUp: true }
  return [
    column('text', 'name', 'Name', ({ name }) => name, { isMain: true }),
    column('text', 'category', 'Category', ({ category }) => category),
    column('names', 'chains', 'Chains', ({ chains }) => chains, {
      show: ({ chains }) => <span title={chains.join(', ')}>{chains.length}</span>,
    }),
    column(kind, 'day', '24h', ({ total24h }) => total24h, {
      isMain: true,
      addsUp: true,
      unitSize,
    }),
    column('percent', 'share', 'Share', ({ share }) => share),
    column('change', 'change', '1d', (row) => row.change_1d, { isMain: true }),
    column(kind, 'week', `7d${mean}`, ({ total7d }) => total7d, adds),
    column('change', 'weekly', '7d over 7d', (row) => row.change_7dover7d),
    column(kind, 'month', `30d${mean}`, ({ total30d }) => total30d, adds),
    column('change', 'monthly', '30d over 30d', (row) => row.change_30dover30d),
    column(kind, 'year', `1y${mean}`, ({ total1y }) => total1y, { isExtra: true, ...adds }),
    column(kind, 'all', `All time${mean}`, ({ totalAllTime }) => totalAllTime, {
      isExtra: true,
      ...adds,
    }),
    column('day', 'of', 'Day', ({ lastDay }) => lastDay ?? null, {
      describe: 'The day that the figure of 24 hours is of',
    }),
    column('flag', 'ok', 'Up to date', ({ latestFetchIsOk }) => latestFetchIsOk, {
      isExtra: true,
      describe: 'No where the figure is of an earlier day than the last',
    }),
  ]
}
