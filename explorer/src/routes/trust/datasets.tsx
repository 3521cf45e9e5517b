import { useMemo } from 'react'
import type { AnswerOf } from '../../api/operations.ts'
import { request } from '../../api/request.ts'
import { useOperation } from '../../api/use-operation.ts'
import { column } from '../../blocks/table/column.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'

type Datasets = AnswerOf<'getDatasets'>
type Dataset = Datasets[number]

const datasets = (newest: ReadonlyMap<string, number | null>) =>
  defineList<Datasets, Dataset>({
    title: 'Datasets',
    note: 'Every fact the service holds, with all its versions',
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
      column('text', 'fact', 'Fact', ({ fact }) => fact, { isMain: true }),
      column('text', 'describe', 'What it says', ({ describe }) => describe),
      column('names', 'key', 'Key', ({ key }) => Object.keys(key), { isExtra: true }),
      column('count', 'columns', 'Columns', ({ key, values }) => {
        return Object.keys(key).length + Object.keys(values).length
      }),
      column('count', 'rows', 'Rows', ({ rows }) => rows, { isMain: true, addsUp: true }),
      column('count', 'version', 'Version', ({ version }) => version),
      column('moment', 'newest', 'Newest point', ({ fact }) => newest.get(fact) ?? null),
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
