import './design.css'
import { type Column, column, MAIN, MAIN_SUM } from '../../blocks/table/column.ts'
import { DataTable } from '../../blocks/table/data-table.tsx'
import { lineColumn } from '../../page/columns.tsx'
import { PageHead, useTableView } from '../../page/page-head.tsx'
import { ChartStories } from './chart-stories.tsx'
import { StateStories } from './state-stories.tsx'
import { HOSTILE_NAMES, State, Story } from './story.tsx'

/** What pages of the demo world never show of the blocks, with figures that never change. */
export function Design() {
  return (
    <>
      <PageHead title="Design" note="Blocks in their states; made-up figures" />
      <StateStories />
      <TableStories />
      <ChartStories />
    </>
  )
}

type Row = readonly [name: string, tvl: number | null, change: number | null, price: number | null]

const FEW: readonly Row[] = [
  ['Indigo Swap', 4_404_000_000, 5.55, 70_066.35],
  ['Wren Lend', 96_700_000, -2.07, 0.00012345],
  ['Nothing known', null, null, null],
  ['Zero', 0, 0, 0],
  ['Tiny', 1_200, 0.001, 0.000000004],
]
const columns: readonly Column<Row>[] = [
  column<Row>('text', 'name', 'Name', (row: Row) => row[0], MAIN),
  column<Row>('usd', 'tvl', 'TVL', (row: Row) => row[1], MAIN_SUM),
  column<Row>('change', 'change', '1d', (row: Row) => row[2], MAIN),
  column<Row>('price', 'price', 'Price', (row: Row) => row[3]),
  lineColumn<Row>('30 days', ([, tvl]) => (tvl === null ? [] : [1, 3, null, 2, tvl / 1e9])),
]

/** Tables: figures of every size, names that mean harm, and no rows. */
function TableStories() {
  return (
    <Story name="Tables">
      <State name="Missing, zero and tiny never look alike">
        <Shown label="Few rows" rows={FEW} />
      </State>
      <State name="Hostile names">
        <Shown label="Hostile names" rows={HOSTILE_NAMES.map((name) => [name, 1e9, 1, 1])} />
      </State>
      <State name="No rows">
        <Shown label="No rows" rows={[]} />
      </State>
    </Story>
  )
}

function Shown({ label, rows }: { label: string; rows: readonly Row[] }) {
  const { state, set } = useTableView('-tvl')
  return (
    <DataTable
      {...{ label, rows, columns }}
      sort={state.sort}
      onSort={(sort) => set({ sort })}
      keyOf={([name]) => name}
      hasTotals
      empty="No protocol fits these filters."
    />
  )
}
