import { useState } from 'react'
import { type Column, column, MAIN, MAIN_SUM } from '../../blocks/table/column.ts'
import { DataTable } from '../../blocks/table/data-table.tsx'
import type { Sort } from '../../lib/view-state.ts'
import { lineColumn } from '../../page/columns.tsx'
import { HOSTILE_NAMES, wave } from './example-data.ts'
import { State, Story } from './story.tsx'

interface Row {
  readonly name: string
  readonly tvl: number | null
  readonly change: number | null
  readonly price: number | null
  readonly line: readonly (number | null)[]
}

const row = (
  name: string,
  tvl: number | null,
  change: number | null,
  price: number | null,
): Row => ({
  name,
  tvl,
  change,
  price,
  line: wave(name.length % 5).slice(0, 30),
})
const FEW: readonly Row[] = [
  row('Indigo Swap', 4_404_000_000, 5.55, 70_066.35),
  row('Wren Lend', 96_700_000, -2.07, 0.00012345),
  row('Nothing known', null, null, null),
  row('Zero', 0, 0, 0),
  row('Tiny', 1_200, 0.001, 0.000000004),
]
const HOSTILE = HOSTILE_NAMES.map((name, place) => row(name, 1e9 / (place + 1), 1, 1))
const MANY = Array.from({ length: 5_000 }, (_, place) =>
  row(`Protocol ${place + 1}`, 1e10 / (place + 1), (place % 40) - 20, place),
)
const columns: readonly Column<Row>[] = [
  column('text', 'name', 'Name', 'name', MAIN),
  column('usd', 'tvl', 'TVL', 'tvl', MAIN_SUM),
  column('change', 'change', '1d', 'change', MAIN),
  column('price', 'price', 'Price', 'price'),
  lineColumn('30 days', ({ line }) => line),
]

/** Tables: figures of every kind, names that mean harm, none and many rows. */
export function TableStories() {
  return (
    <Story name="Tables">
      <State name="Missing, zero and tiny never look alike">
        <Shown label="Few rows" rows={FEW} hasTotals />
      </State>
      <State name="Hostile names">
        <Shown label="Hostile names" rows={HOSTILE} />
      </State>
      <State name="No rows">
        <Shown label="No rows" rows={[]} />
      </State>
      <State name="5,000 rows, of which those near the screen are drawn">
        <Shown label="Many rows" rows={MANY} />
      </State>
    </Story>
  )
}

interface ShownProps {
  readonly label: string
  readonly rows: readonly Row[]
  readonly hasTotals?: boolean
}

function Shown({ label, rows, hasTotals = false }: ShownProps) {
  const [sort, setSort] = useState<Sort>({ column: 'tvl', isDescending: true })
  return (
    <DataTable
      {...{ label, rows, columns, sort, hasTotals }}
      onSort={setSort}
      keyOf={({ name }) => name}
      empty="No protocol fits these filters."
    />
  )
}
