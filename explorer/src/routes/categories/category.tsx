import { request, useOperation } from '../../api/request.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { FigureStrip, usd } from '../../blocks/figure/figure-strip.tsx'
import { chartOf, mapsOf } from '../../lib/columns-of.ts'
import { choice, names, tableKeys, text } from '../../lib/view-state.ts'
import { DetailHead, useParam, useView } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { ViewSegments } from '../../page/view-fields.tsx'
import { ProtocolTable } from '../protocols/protocol-table.tsx'
import { categoryRows } from './category-rows.ts'

const keys = {
  ...seriesKeys,
  metric: choice(['fees', 'dexs', 'active-users'], 'fees', {
    label: 'Figure',
    names: { dexs: 'volume', 'active-users': 'users' },
  }),
  q: text(),
  chain: names(),
  ...tableKeys('-tvl'),
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
      <DetailHead of="/categories" title={category} ignored={view.ignored} />
      <FigureStrip
        items={[
          usd('Value locked', row?.tvlUsd, {
            isLoading,
            changes: { '7d': row?.weekChange, '30d': row?.monthChange },
          }),
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
        tools={<ViewSegments view={view} id="metric" of={keys.metric} />}
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
