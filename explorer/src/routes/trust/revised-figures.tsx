import { useOperation } from '../../api/use-operation.ts'
import { Block } from '../../blocks/states/block.tsx'
import { PlainTable } from '../../blocks/table/plain-table.tsx'
import { change, exact } from '../../lib/numbers.ts'
import { momentText, toSec } from '../../lib/times.ts'
import { text } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'
import { keyOf, revisedValues } from './revised-values.ts'

const keys = { at: text(), key: text() }
const HEADS = ['Of', 'Column', 'Was', 'Is', 'Change %']

/** Every figure of a series that a run changed. */
export function RevisedFigures() {
  const run = useParam('run')
  const fact = useParam('fact')
  const { state, ignored } = useView(keys)
  const atMs = Date.parse(state.at)
  const asked = useOperation(
    'getRevisions',
    Number.isNaN(atMs)
      ? null
      : {
          others: keyOf(state.key),
          fact,
          since: new Date(atMs - 1).toISOString(),
          until: state.at,
          limit: 1000,
        },
  )
  return (
    <>
      <PageHead
        ignored={ignored}
        title={`${fact}, ${Object.values(keyOf(state.key)).join(', ')}`}
        note={
          <>
            changed by <AppLink to={`/runs/${run}`}>run {run}</AppLink>
          </>
        }
        crumb={<AppLink to="/revisions">Revisions</AppLink>}
      />
      <Block
        title="Figures"
        asked={asked}
        shape={{ rows: 10 }}
        empty={{ when: (rows) => rows.length === 0, say: 'Nothing was changed there.' }}
      >
        {(rows) => (
          <PlainTable label="Figures before and after" heads={HEADS}>
            {revisedValues(rows).map(({ atSec, name, before, after, percent }) => (
              <tr key={`${atSec} ${name}`}>
                <td className="left">{momentOf(atSec)}</td>
                <td className="left">{name}</td>
                <td className="left">{valueText(before)}</td>
                <td className="left">{valueText(after)}</td>
                <td className="left">{change(percent)}</td>
              </tr>
            ))}
          </PlainTable>
        )}
      </Block>
    </>
  )
}

function momentOf(value: unknown): string {
  const sec = toSec(value)
  return sec === null ? '—' : momentText(sec)
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '—'
  return typeof value === 'number' ? exact(value) : String(value).slice(0, 200)
}
