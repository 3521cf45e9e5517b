import { Segments } from '../../blocks/chart/segments.tsx'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { chartOf, mapsOf } from '../../lib/columns-of.ts'
import { choice, names, sorting, text } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'
import { ProtocolTable } from '../protocols/protocol-table.tsx'

type Chart = {
  readonly chart: Readonly<Record<string, Readonly<Record<string, { readonly tvl?: number }>>>>
}

/** Value locked by what protocols do. */
export function Categories() {
  const view = useView(seriesKeys)
  return (
    <>
      <PageHead title="Categories" ignored={view.ignored} />
      <SeriesBlock<Chart>
        title="Value locked by category"
        path="/api/categories"
        kind="stack"
        sign="$"
        modes={['abs', 'share', 'index100']}
        view={view}
        height={360}
        seriesOf={({ chart }) => chartOf(chart)}
      />
    </>
  )
}

const METRICS = ['fees', 'dexs', 'active-users'] as const
const keys = {
  ...seriesKeys,
  metric: choice(METRICS, 'fees'),
  q: text(),
  chain: names(),
  cols: names(),
  sort: sorting('-tvl'),
}

/** One category: what its protocols earn or trade, and the protocols. */
export function Category() {
  const category = useParam('category')
  const view = useView(keys)
  const { metric } = view.state
  return (
    <>
      <PageHead
        title={category}
        crumb={<AppLink to="/categories">Categories</AppLink>}
        ignored={view.ignored}
      />
      <SeriesBlock<readonly (readonly [number, Readonly<Record<string, number | null>>])[]>
        title="By protocol"
        path={`/api/v2/chart/${metric}/category/${encodeURIComponent(category)}/protocol-breakdown`}
        kind="bar"
        sign={metric === 'active-users' ? '' : '$'}
        modes={['abs']}
        view={view}
        seriesOf={(points) => mapsOf(points)}
        tools={
          <Segments
            label="Figure"
            options={METRICS}
            names={{ dexs: 'volume', 'active-users': 'users' }}
            value={metric}
            onChange={(value) => view.set({ metric: value })}
          />
        }
      />
      <ProtocolTable
        view={{
          state: { ...view.state, category: [category] },
          set: (changes) => view.set(changes),
        }}
      />
    </>
  )
}
