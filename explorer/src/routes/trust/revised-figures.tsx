import { useOperation } from '../../api/use-operation.ts'
import { column } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { exact, MISSING } from '../../lib/numbers.ts'
import { toSec } from '../../lib/times.ts'
import { names, sorting, text } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'
import { keyOf, type RevisedValue, revisedValues } from './revised-values.ts'

const keys = { at: text(), key: text(), cols: names(), sort: sorting('of') }
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
      <PageHead
        title={`${fact}, ${Object.values(keyOf(key)).join(', ')}`}
        note={
          <>
            changed by <AppLink to={`/runs/${run}`}>run {run}</AppLink>
          </>
        }
        crumb={<AppLink to="/revisions">Revisions</AppLink>}
        ignored={view.ignored}
      />
      <TableBlock
        title="Figures"
        asked={asked}
        view={view}
        columns={columns}
        rowsOf={revisedValues}
        keyOf={({ atSec, name }) => `${atSec} ${name}`}
        empty="Nothing was changed there."
      />
    </>
  )
}

const columns = [
  column<RevisedValue>('text', 'name', 'Column', ({ name }) => name, { isMain: true }),
  column<RevisedValue>('moment', 'of', 'Of', ({ atSec }) => toSec(atSec)),
  column<RevisedValue>('text', 'was', 'Was', ({ before }) => rawOf(before), {
    isMain: true,
    show: ({ before }) => valueText(before),
  }),
  column<RevisedValue>('text', 'is', 'Is', ({ after }) => rawOf(after), {
    isMain: true,
    show: ({ after }) => valueText(after),
  }),
  column<RevisedValue>('change', 'change', 'Change', ({ percent }) => percent),
]

function rawOf(value: unknown): string | number | null {
  return typeof value === 'number' || value == null ? (value ?? null) : String(value)
}

function valueText(value: unknown): string {
  const raw = rawOf(value) ?? MISSING
  return typeof raw === 'number' ? exact(raw) : raw.slice(0, MAX_TEXT)
}
