import { useAnswer } from '../../api/use-answer.ts'
import { Facts } from '../../blocks/facts/facts.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { column } from '../../blocks/table/column.ts'
import { grouped } from '../../lib/numbers.ts'
import { momentText, toSec } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { useParam } from '../../page/use-param.ts'

interface Run {
  readonly id: number
  readonly state: string
  readonly source: string
  readonly facts: readonly string[]
  readonly contentHash: string
  readonly accepted: number
  readonly rejected: number
  readonly held: number
  readonly note: string
  readonly startedAt: string
  readonly at: string
}

interface RunDetail extends Run {
  readonly receipts: readonly Readonly<Record<string, unknown>>[]
}

const MAX_RUNS = 1_000

const runs = defineList<readonly Run[], Run>({
  title: 'Runs',
  note: 'Everything that entered the store belongs to one run',
  path: '/meta/runs',
  query: { limit: MAX_RUNS },
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
  columns: [
    column('text', 'source', 'Source', ({ source }) => source, { isMain: true }),
    column('count', 'id', 'Run', ({ id }) => id, { isMain: true }),
    column('text', 'state', 'State', ({ state }) => state, { isMain: true }),
    column('moment', 'at', 'Committed', ({ at }) => toSec(at)),
    column('count', 'accepted', 'Accepted', ({ accepted }) => accepted),
    column('count', 'rejected', 'Rejected', ({ rejected }) => rejected),
    column('count', 'held', 'Held', ({ held }) => held),
    column('count', 'facts', 'Facts', ({ facts }) => facts.length),
  ],
})

export const Runs = () => <ListPage list={runs} />

/** One run: what brought it, what it brought, and its receipts. */
export function RunPage() {
  const id = useParam('id')
  const asked = useAnswer<RunDetail>(`/meta/runs/${encodeURIComponent(id)}`)
  return (
    <>
      <PageHead title={`Run ${id}`} crumb={<AppLink to="/runs">Runs</AppLink>} />
      <Block title="What it brought" asked={asked} shape={{ rows: 9 }}>
        {(run) => (
          <Facts
            lines={[
              ['State', run.state],
              ['Source', run.source],
              ['Started', timeOf(run.startedAt)],
              ['Committed', timeOf(run.at)],
              ['Accepted', grouped(run.accepted, 0)],
              ['Rejected', grouped(run.rejected, 0)],
              ['Held', grouped(run.held, 0)],
              ['Facts', run.facts.join(', ')],
              ['Hash of the rows', run.contentHash === '' ? undefined : run.contentHash],
              ['Note', run.note],
            ]}
          />
        )}
      </Block>
      <Block
        title="Receipts"
        asked={asked}
        shape={{ rows: 4 }}
        empty={{
          when: ({ receipts }) => receipts.length === 0,
          say: 'This run has none: its rows came from a file, a mirror or the demo world.',
        }}
      >
        {({ receipts }) =>
          receipts.map((receipt, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: receipts have no id of their own
            <pre key={index}>{JSON.stringify(receipt, null, 2)}</pre>
          ))
        }
      </Block>
    </>
  )
}

function timeOf(iso: string): string {
  const sec = toSec(iso)
  return sec === null ? iso : `${momentText(sec)} UTC`
}
