import { request } from '../../api/request.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { column, MAIN, MAIN_SUM, SUM } from '../../blocks/table/column.ts'
import { chartOf } from '../../lib/columns-of.ts'
import { defineList, ListPage, viewOf } from '../../page/list-page.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { type CategoryList, type CategoryRow, categoryRows } from './category-rows.ts'

const categories = defineList<CategoryList, CategoryRow>({
  title: 'Categories',
  ...request('listCategories', {}),
  rowsOf: categoryRows,
  keyOf: ({ name }) => name,
  hrefOf: ({ name }) => `/categories/${encodeURIComponent(name)}`,
  searchIn: ({ name }) => [name],
  sort: '-tvl',
  hasTotals: true,
  fill: 'almanac import tvl <file>',
  keys: seriesKeys,
  above: (view) => (
    <SeriesBlock
      title="Value locked by category"
      {...request('listCategories', {})}
      kind="stack"
      sign="$"
      modes={['abs', 'share', 'index100']}
      view={viewOf(view, seriesKeys)}
      seriesOf={({ chart }) => chartOf(chart)}
    />
  ),
  columns: [
    column('text', 'name', 'Category', 'name', MAIN),
    column('count', 'protocols', 'Protocols', ({ protocols }) => protocols.length, SUM),
    column('usd', 'tvl', 'TVL', 'tvlUsd', MAIN_SUM),
    column('percent', 'share', 'Share', 'sharePercent', {
      describe: 'Of all categories; double-counted protocols are in both',
    }),
    column('change', 'week', '7d', 'weekChange', MAIN),
    column('change', 'month', '30d', 'monthChange'),
  ],
})

/** Value locked by what protocols do. */
export const Categories = () => <ListPage list={categories} />
