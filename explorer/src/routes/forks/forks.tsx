import { type Points, SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { column } from '../../blocks/table/column.ts'
import { columnsOf } from '../../lib/columns-of.ts'
import { AppLink } from '../../page/app-link.tsx'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useLocalView } from '../../page/use-local-view.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'

interface ForkRow {
  readonly name: string
  readonly forks: readonly string[]
}

const forks = defineList<Readonly<Record<string, readonly string[]>>, ForkRow>({
  title: 'Forks',
  path: '/api/v2/metrics/fork',
  rowsOf: (body) => Object.entries(body).map(([name, all]) => ({ name, forks: all })),
  keyOf: ({ name }) => name,
  hrefOf: ({ name }) => `/forks/${encodeURIComponent(name)}`,
  searchIn: ({ name, forks: all }) => [name, ...all],
  sort: '-forks',
  fill: 'almanac import fork_links <file>',
  before: () => <InForks />,
  columns: [
    column('text', 'name', 'Original', ({ name }) => name, { isMain: true }),
    column('count', 'forks', 'Forks', ({ forks: all }) => all.length, { isMain: true }),
    column('names', 'names', 'Called', ({ forks: all }) => all),
  ],
})

export const Forks = () => <ListPage list={forks} />

function InForks() {
  const view = useLocalView()
  return (
    <SeriesBlock<readonly Record<string, number | null>[]>
      title="Value in forks, by original"
      path="/api/v2/chart/fork/protocol-breakdown"
      kind="stack"
      sign="$"
      modes={['abs', 'share']}
      view={view}
      seriesOf={(points) => columnsOf(points)}
    />
  )
}

/** The value in forks of one protocol. */
export function Fork() {
  const protocol = useParam('protocol')
  const view = useView(seriesKeys)
  return (
    <>
      <PageHead
        title={`Forks of ${protocol}`}
        crumb={<AppLink to="/forks">Forks</AppLink>}
        ignored={view.ignored}
      />
      <SeriesBlock<Points>
        title="Value in forks"
        path={`/api/v2/chart/fork/protocol/${encodeURIComponent(protocol)}`}
        kind="line"
        sign="$"
        view={view}
        seriesOf={(points) => [{ name: 'Value in forks', points }]}
      />
    </>
  )
}
