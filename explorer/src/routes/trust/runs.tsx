import type { AnswerOf } from '../../api/operations.ts'
import { request } from '../../api/request.ts'
import { column } from '../../blocks/table/column.ts'
import { toSec } from '../../lib/times.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'

type Runs = AnswerOf<'listRuns'>
type Run = Runs[number]

const MAX_RUNS = 1_000

const runs = defineList<Runs, Run>({
  title: 'Runs',
  note: 'Everything that entered the store belongs to one run',
  ...request('listRuns', { limit: MAX_RUNS }),
  rowsOf: (body) => body,
  keyOf: ({ id }) => String(id),
  hrefOf: ({ id }) => `/runs/${id}`,
  searchIn: ({ source, note, id }) => [source, note, String(id)],
  sort: '-id',
  choices: [
    { id: 'state', name: 'State', all: 'All states', namesOf: ({ state }) => [state] },
    { id: 'source', name: 'Source', all: 'All sources', namesOf: ({ source }) => [source] },
    { id: 'fact', name: 'Fact', all: 'All facts', namesOf: ({ facts }) => facts },
  ],
  fill: 'almanac run <source>',
  columns: [
    column('text', 'source', 'Source', ({ source }) => source, { isMain: true }),
    column('count', 'id', 'Run', ({ id }) => id, { isMain: true }),
    column('text', 'state', 'State', ({ state }) => state, {
      isMain: true,
      show: ({ state }) => (
        <span className={state === 'failed' || state === 'lost' ? 'state held' : undefined}>
          {state}
        </span>
      ),
    }),
    column('moment', 'at', 'Committed', ({ at }) => toSec(at)),
    column('count', 'took', 'Took s', ({ startedAt, at }) => seconds(startedAt, at), {
      decimals: 1,
    }),
    column('count', 'accepted', 'Accepted', ({ accepted }) => accepted),
    column('count', 'rejected', 'Rejected', ({ rejected }) => rejected),
    column('count', 'held', 'Held', ({ held }) => held, {
      show: ({ held }) => (held === 0 ? '0' : <span className="state held">{held}</span>),
    }),
    column('names', 'facts', 'Facts', ({ facts }) => facts),
    column('text', 'note', 'Note', ({ note }) => note, { isExtra: true }),
  ],
})

export const Runs = () => <ListPage list={runs} />

function seconds(from: string, to: string): number | null {
  const ms = Date.parse(to) - Date.parse(from)
  return Number.isNaN(ms) ? null : ms / 1000
}
