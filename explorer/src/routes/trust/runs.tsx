import type { ResponseOf } from '../../api/operations.ts'
import { request } from '../../api/request.ts'
import { column, EXTRA, MAIN } from '../../blocks/table/column.ts'
import { toSec } from '../../lib/writing.ts'
import { by } from '../../page/list-filters.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'

type Runs = ResponseOf<'listRuns'>
type Run = Runs[number]

const MAX_RUNS = 1_000

const runs = defineList<Runs, Run>({
  title: 'Runs',
  note: 'Every stored row belongs to one run',
  ...request('listRuns', { limit: MAX_RUNS }),
  rowsOf: (body) => body,
  keyOf: ({ id }) => String(id),
  hrefOf: ({ id }) => `/runs/${id}`,
  searchIn: ({ source, note, id }) => [source, note, String(id)],
  sort: '-id',
  choices: [
    by('state', 'State', 'All states', 'state'),
    by('source', 'Source', 'All sources', 'source'),
    by('fact', 'Fact', 'All facts', 'facts'),
  ],
  fill: 'almanac run <source>',
  columns: [
    column('text', 'source', 'Source', 'source', MAIN),
    column('count', 'id', 'Run', 'id', MAIN),
    column('text', 'state', 'State', 'state', {
      isMain: true,
      show: ({ state }) => (
        <span className={state === 'failed' || state === 'lost' ? 'state held' : undefined}>
          {state}
        </span>
      ),
    }),
    column('timestamp', 'at', 'Committed', ({ at }) => toSec(at)),
    column('count', 'took', 'Took s', ({ startedAt, at }) => seconds(startedAt, at), {
      decimals: 1,
    }),
    column('count', 'accepted', 'Accepted', 'accepted'),
    column('count', 'rejected', 'Rejected', 'rejected'),
    column('count', 'held', 'Held', 'held', {
      show: ({ held }) => (held === 0 ? '0' : <span className="state held">{held}</span>),
    }),
    column('names', 'facts', 'Facts', 'facts'),
    column('text', 'note', 'Note', 'note', EXTRA),
  ],
})

export const Runs = () => <ListPage list={runs} />

function seconds(from: string, to: string): number | null {
  const ms = Date.parse(to) - Date.parse(from)
  return Number.isNaN(ms) ? null : ms / 1000
}
