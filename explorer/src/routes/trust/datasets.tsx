import { serviceUrl } from '../../api/origin.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { Facts } from '../../blocks/facts/facts.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { column } from '../../blocks/table/column.ts'
import { AppLink } from '../../page/app-link.tsx'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { useParam } from '../../page/use-param.ts'

interface ColumnShape {
  readonly type: string
  readonly nullable: boolean
  readonly describe: string
}

interface Dataset {
  readonly fact: string
  readonly describe: string
  readonly rows: number
  readonly version: number
  readonly key: Readonly<Record<string, ColumnShape>>
  readonly time: string | null
  readonly values: Readonly<Record<string, ColumnShape>>
}

const datasets = defineList<readonly Dataset[], Dataset>({
  title: 'Datasets',
  note: 'Every fact the service keeps, with all its versions',
  path: '/meta/datasets',
  ask: { knowsPast: false },
  rowsOf: (body) => body,
  keyOf: ({ fact }) => fact,
  hrefOf: ({ fact }) => `/datasets/${encodeURIComponent(fact)}`,
  searchIn: ({ fact, describe }) => [fact, describe],
  sort: '-rows',
  hasTotals: true,
  columns: [
    column('text', 'fact', 'Fact', ({ fact }) => fact, { isMain: true }),
    column('text', 'describe', 'What it says', ({ describe }) => describe),
    column('count', 'rows', 'Rows', ({ rows }) => rows, { isMain: true, addsUp: true }),
    column('count', 'version', 'Version', ({ version }) => version),
  ],
})

export const Datasets = () => <ListPage list={datasets} />

/** One fact: its columns, its newest rows with their versions, and how to take it away. */
export function DatasetPage() {
  const fact = useParam('fact')
  const asked = useAnswer<readonly Dataset[]>('/meta/datasets', {}, { knowsPast: false })
  const rows = useAnswer<{ rows: readonly unknown[] }>(`/meta/facts/${encodeURIComponent(fact)}`, {
    limit: 20,
  })
  return (
    <>
      <PageHead title={fact} crumb={<AppLink to="/datasets">Datasets</AppLink>} />
      <Block title="Columns" asked={asked} shape={{ rows: 8 }}>
        {(all) => <Columns dataset={all.find((one) => one.fact === fact)} />}
      </Block>
      <Block title="Take it away" asked={asked} shape={{ rows: 3 }}>
        {() => (
          <>
            <p>
              {['csv', 'ndjson', 'parquet'].map((format) => (
                <a
                  key={format}
                  className="action"
                  href={`${serviceUrl}/meta/export/${encodeURIComponent(fact)}?format=${format}`}
                >
                  {format}
                </a>
              ))}
            </p>
            <pre>{`almanac export ${fact} ${fact}.parquet\nalmanac sql "SELECT * FROM ${fact} LIMIT 10"`}</pre>
          </>
        )}
      </Block>
      <Block
        title="Rows with their versions"
        asked={rows}
        shape={{ rows: 10 }}
        empty={{ when: (body) => body.rows.length === 0, say: 'It has no rows yet.' }}
      >
        {(body) => <pre>{JSON.stringify(body.rows, null, 2)}</pre>}
      </Block>
    </>
  )
}

function Columns({ dataset }: { dataset: Dataset | undefined }) {
  if (dataset === undefined) return <p className="empty">There is no fact of this name.</p>
  return (
    <>
      <p>{dataset.describe}</p>
      <Facts
        lines={[
          ...Object.entries(dataset.key).map(
            ([name, { type, describe }]) => [`${name} (key, ${type})`, describe] as const,
          ),
          ...(dataset.time === null ? [] : [[`${dataset.time} (time)`, 'Valid time'] as const]),
          ...Object.entries(dataset.values).map(
            ([name, { type, describe }]) => [`${name} (${type})`, describe] as const,
          ),
        ]}
      />
    </>
  )
}
