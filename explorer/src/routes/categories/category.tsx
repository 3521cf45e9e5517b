import { request } from '../../api/request.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { chartOf, mapsOf } from '../../lib/columns-of.ts'
import { choice, names, sorting, text } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'
import { ProtocolTable } from '../protocols/protocol-table.tsx'
import { categoryRows } from './category-rows.ts'

const METRICS = ['fees', 'dexs', 'active-users'] as const
const keys = {
  ...seriesKeys,
  metric: choice(METRICS, 'fees'),
  q: text(),
  chain: names(),
  cols: names(),
  sort: sorting('-tvl'),
}

/** One category: what is locked in it, what its protocols earn or trade, and the protocols. */
export function Category() {
  const category = useParam('category')
  const view = useView(keys)
  const { metric } = view.state
  const asked = useOperation('listCategories', {})
  const list = asked.data?.body
  const row = list === undefined ? undefined : categoryRows(list).find((r) => r.name === category)
  const isLoading = asked.isPending
  return (
    <>
      <PageHead
        title={category}
        crumb={<AppLink to="/categories">Categories</AppLink>}
        ignored={view.ignored}
      />
      <FigureStrip
        items={[
          {
            name: 'Value locked',
            value: row?.tvlUsd,
            sign: '$',
            isLoading,
            changes: [
              { span: '7d', percent: row?.weekChange },
              { span: '30d', percent: row?.monthChange },
            ],
          },
          { name: 'Share of all, %', value: row?.sharePercent, isLoading },
          { name: 'Protocols', value: row?.protocols.length, isLoading },
        ]}
      />
      <SeriesBlock
        title="Value locked"
        {...request('listCategories', {})}
        kind="line"
        sign="$"
        view={view}
        seriesOf={({ chart }) => chartOf(chart).filter(({ name }) => name === category)}
      />
      <SeriesBlock
        title="By protocol"
        {...request('getMetricCategoryProtocolBreakdown', { metric, category })}
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
