import { useOperation } from '../../api/request.ts'
import { column, MAIN } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { tableKeys, text } from '../../lib/view-state.ts'
import { exact, MISSING, toSec } from '../../lib/writing.ts'
import { AppLink } from '../../page/app-link.tsx'
import { DetailHead, useParam, useView } from '../../page/page-head.tsx'
import { defineTable } from '../../page/table-section.tsx'
import { keyOf, type RevisedValue, type Revision, revisedValues } from './revised-series.ts'

const keys = { at: text(), key: text(), ...tableKeys('of') }
const MAX_TEXT = 200

/** Every figure of a series that a run changed. */
export function RevisedFigures() {
  const run = useParam('run')
  const fact = useParam('fact')
  const view = useView(keys)
  const { at, key } = view.state
  const atMs = Date.parse(at)
  const asked = useOperation(
    'getRevisions',
    Number.isNaN(atMs)
      ? null
      : {
          others: keyOf(key),
          fact,
          since: new Date(atMs - 1).toISOString(),
          until: at,
          limit: 1000,
        },
  )
  return (
    <>
      <DetailHead
        of="/revisions"
        title={`${fact}, ${Object.values(keyOf(key)).join(', ')}`}
        note={
          <>
            changed by <AppLink to={`/runs/${run}`}>run {run}</AppLink>
          </>
        }
        ignored={view.ignored}
      />
      <TableBlock {...figures} asked={asked} view={view} />
    </>
  )
}

const figures = defineTable<readonly Revision[], RevisedValue>({
  title: 'Figures',
  rowsOf: revisedValues,
  keyOf: ({ atSec, name }) => `${atSec} ${name}`,
  empty: 'No changes found.',
  columns: [
    column('text', 'name', 'Column', 'name', MAIN),
    column('timestamp', 'of', 'Of', ({ atSec }) => toSec(atSec)),
    column('text', 'was', 'Was', ({ before }) => rawOf(before), {
      isMain: true,
      show: ({ before }) => valueText(before),
    }),
    column('text', 'is', 'Is', ({ after }) => rawOf(after), {
      isMain: true,
      show: ({ after }) => valueText(after),
    }),
    column('change', 'change', 'Change', 'percent'),
  ],
})

function rawOf(value: unknown): string | number | null {
  return typeof value === 'number' || value == null ? (value ?? null) : String(value)
}

function valueText(value: unknown): string {
  const raw = rawOf(value) ?? MISSING
  return typeof raw === 'number' ? exact(raw) : raw.slice(0, MAX_TEXT)
}
