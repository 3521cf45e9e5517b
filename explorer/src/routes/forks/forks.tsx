import { useMemo } from 'react'
import { request, useDaysAgo } from '../../api/request.ts'
import { BreakdownChart } from '../../blocks/chart/series-block.tsx'
import { column, EXTRA, MAIN, MAIN_SUM } from '../../blocks/table/column.ts'
import { defineList, ListPage, viewOf } from '../../page/list-page.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
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
      column('text', 'name', 'Original', 'name', MAIN),
      column('count', 'forks', 'Forks', ({ forks }) => forks.length, MAIN_SUM),
      column('usd', 'value', 'In forks', 'usd', MAIN_SUM),
      column('usd', 'own', 'Original', 'originalUsd'),
      column('percent', 'share', 'Of the original', 'ofOriginalPercent', { decimals: 1 }),
      column('change', 'month', '30d', 'monthChange'),
      column('names', 'names', 'Called', 'forks', EXTRA),
    ],
  })
}
