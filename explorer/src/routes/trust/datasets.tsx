import { useMemo } from 'react'
import type { ResponseOf } from '../../api/operations.ts'
import { request, useOperation } from '../../api/request.ts'
import { column, EXTRA, MAIN, MAIN_SUM } from '../../blocks/table/column.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'

type Datasets = ResponseOf<'getDatasets'>
type Dataset = Datasets[number]

const datasets = (newest: ReadonlyMap<string, number | null>) =>
  defineList<Datasets, Dataset>({
    title: 'Datasets',
    note: 'Every fact stored, with all its versions',
    ...request('getDatasets', {}),
    ask: { knowsPast: false },
    rowsOf: (body) => body,
    keyOf: ({ fact }) => fact,
    hrefOf: ({ fact }) => `/datasets/${encodeURIComponent(fact)}`,
    searchIn: ({ fact, describe, key, values }) => [
      fact,
      describe,
      ...Object.keys(key),
      ...Object.keys(values),
    ],
    sort: '-rows',
    hasTotals: true,
    columns: [
      column('text', 'fact', 'Fact', 'fact', MAIN),
      column('text', 'describe', 'What it says', 'describe'),
      column('names', 'key', 'Key', ({ key }) => Object.keys(key), EXTRA),
      column('count', 'columns', 'Columns', ({ key, values }) => {
        return Object.keys(key).length + Object.keys(values).length
      }),
      column('count', 'rows', 'Rows', 'rows', MAIN_SUM),
      column('count', 'version', 'Version', 'version'),
      column('timestamp', 'newest', 'Newest point', ({ fact }) => newest.get(fact) ?? null),
    ],
  })

/** Every fact with its columns, rows and newest point. */
export function Datasets() {
  const ages = useOperation('getFreshness', {}, { knowsPast: false }).data?.body.facts
  const list = useMemo(
    () => datasets(new Map(ages?.map(({ fact, newestPoint }) => [fact, newestPoint]))),
    [ages],
  )
  return <ListPage list={list} />
}
