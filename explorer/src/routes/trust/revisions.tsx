import { useAnswer } from '../../api/use-answer.ts'
import { Facts } from '../../blocks/facts/facts.tsx'
import { ChoiceField } from '../../blocks/filters/choice-field.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { change, exact } from '../../lib/numbers.ts'
import { momentText, toSec } from '../../lib/times.ts'
import { text } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { useView } from '../../page/use-view.ts'

const keys = { fact: text(), since: text() }
const MAX_REVISIONS = 200

interface Revision {
  readonly fact: string
  readonly key: Readonly<Record<string, string | number>>
  readonly old: Readonly<Record<string, unknown>>
  readonly new: Readonly<Record<string, unknown>>
  readonly recordedAt: string
  readonly run: number
  readonly previousRun: number
}

/** Published values that were changed, newest first. */
export function Revisions() {
  const view = useView(keys)
  const { fact, since } = view.state
  const asked = useAnswer<readonly Revision[]>('/meta/revisions', {
    fact,
    since,
    order: 'desc',
    limit: MAX_REVISIONS,
  })
  const facts = useAnswer<readonly { fact: string; rows: number }[]>(
    '/meta/datasets',
    {},
    { knowsPast: false },
  )
  const names = (facts.data?.body ?? []).filter(({ rows }) => rows > 0).map((one) => one.fact)
  return (
    <>
      <PageHead
        title="Revisions"
        note="What was published once and reads otherwise now"
        ignored={view.ignored}
      />
      <div className="filters">
        <ChoiceField
          label="Fact"
          all="All facts"
          options={names}
          value={fact}
          onChange={(value) => view.set({ fact: value })}
        />
        {since !== '' && (
          <button type="button" className="chip" onClick={() => view.set({ since: '' })}>
            since {since.slice(0, 40)} ×
          </button>
        )}
      </div>
      <Block
        title="Changes"
        asked={asked}
        shape={{ rows: 10 }}
        empty={{ when: (rows) => rows.length === 0, say: 'No published value was changed.' }}
      >
        {(rows) => (
          <ol className="revisions">
            {rows.map((row) => (
              <li key={`${row.run} ${row.fact} ${Object.values(row.key).join(' ')}`}>
                <RevisionLine revision={row} />
              </li>
            ))}
          </ol>
        )}
      </Block>
    </>
  )
}

function RevisionLine({ revision }: { revision: Revision }) {
  const { fact, key, recordedAt, run, previousRun } = revision
  const sec = toSec(recordedAt)
  return (
    <details>
      <summary>
        <b>{fact}</b> {Object.values(key).join(', ')}{' '}
        <span className="dim">{sec === null ? recordedAt : momentText(sec)}</span>
      </summary>
      <p>
        <AppLink to={`/runs/${run}`}>Run {run}</AppLink> after {previousRun}
      </p>
      <Facts
        lines={Object.keys(revision.new)
          .filter((name) => revision.old[name] !== revision.new[name])
          .map((name) => [name, describe(revision.old[name], revision.new[name])])}
      />
    </details>
  )
}

function describe(before: unknown, after: unknown): string {
  if (typeof before === 'number' && typeof after === 'number' && before !== 0)
    return `${exact(before)} → ${exact(after)} (${change((after / before - 1) * 100)}%)`
  return `${String(before)} → ${String(after)}`.slice(0, 200)
}
