import { useMemo } from 'react'
import { request } from '../../api/request.ts'
import { column } from '../../blocks/table/column.ts'
import { BreakdownChart } from '../../page/breakdown-chart.tsx'
import { defineList, ListPage, viewOf } from '../../page/list-page.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useDaysAgo } from '../../page/use-days-ago.ts'
import { useProtocols } from '../../page/use-protocols.ts'
import { type ByName, type ForkList, type ForkRow, forkRows } from './fork-rows.ts'

const MONTH_DAYS = 31

/** Originals by the value in their forks. */
export function Forks() {
  const startSec = useDaysAgo(MONTH_DAYS)
  const protocols = useProtocols()
  const list = useMemo(() => forksSince(startSec, protocols), [startSec, protocols])
  return <ListPage list={list} />
}

function forksSince(start: number, protocols: ByName) {
  return defineList<ForkList, ForkRow>({
    title: 'Forks',
    ...request('listForks', { start }),
    rowsOf: (body) => forkRows(body, protocols),
    keyOf: ({ name }) => name,
    hrefOf: ({ name }) => `/forks/${encodeURIComponent(name)}`,
    searchIn: ({ name, forks }) => [name, ...forks],
    sort: '-value',
    hasTotals: true,
    fill: 'almanac import fork_links <file>',
    keys: seriesKeys,
    above: (view) => (
      <BreakdownChart
        title="Value in forks, by original"
        {...request('getForkProtocolBreakdown', {})}
        view={viewOf(view, seriesKeys)}
      />
    ),
    columns: [
      column('text', 'name', 'Original', ({ name }) => name, { isMain: true }),
      column('count', 'forks', 'Forks', ({ forks }) => forks.length, {
        isMain: true,
        addsUp: true,
      }),
      column('usd', 'value', 'In forks', ({ usd }) => usd, { isMain: true, addsUp: true }),
      column('usd', 'own', 'Original', ({ originalUsd }) => originalUsd),
      column('percent', 'share', 'Of the original', (row) => row.ofOriginalPercent, {
        decimals: 1,
      }),
      column('change', 'month', '30d', ({ monthChange }) => monthChange),
      column('names', 'names', 'Called', ({ forks }) => forks, { isExtra: true }),
    ],
  })
}
