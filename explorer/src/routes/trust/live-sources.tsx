import type { AnswerOf } from '../../api/operations.ts'
import { ExportActions } from '../../blocks/export/export-actions.tsx'
import { PlainTable } from '../../blocks/table/plain-table.tsx'
import { ageText, momentText, toSec } from '../../lib/times.ts'

type Source = AnswerOf<'getFreshness'>['sources'][number]

const HEADS = ['Source', 'Cadence', 'State', 'Newest', 'Next', 'Last error']

/** Sources that are read live: what each does, how new it is, what went wrong last. */
export function LiveSources({ sources }: { sources: readonly Source[] }) {
  if (sources.length === 0) return null
  return (
    <section className="block">
      <header className="section-head">
        <h2>Live sources</h2>
        <span className="note">{sources.length}</span>
        <div className="actions">
          <ExportActions
            name="Live sources"
            rows={() => ({
              head: ['Source', 'Cadence', 'State', 'Age (s)', 'Next', 'Last error'],
              rows: sources.map((source) => [
                source.source,
                source.cadence,
                stateText(source),
                source.ageSeconds,
                source.nextAt,
                source.lastError,
              ]),
            })}
            address={undefined}
          />
        </div>
      </header>
      <PlainTable label="Live sources" heads={HEADS}>
        {sources.map((source) => (
          <tr key={source.source}>
            <td className="left">{source.source}</td>
            <td className="left">
              <code>{source.cadence}</code>
            </td>
            <td className="left">{stateText(source)}</td>
            <td className="left">{ageText(source.ageSeconds)} old</td>
            <td className="left">{timeText(source.nextAt)}</td>
            <td className="left" title={source.lastError ?? undefined}>
              {source.lastError === null ? (
                <span className="faint">none</span>
              ) : (
                <span className="state held">{source.lastError}</span>
              )}
            </td>
          </tr>
        ))}
      </PlainTable>
    </section>
  )
}

function stateText({ running, progress }: Source): string {
  if (!running) return 'waits'
  return progress === null ? 'runs' : `runs, ${progress.done} of ${progress.total}`
}

function timeText(iso: string | null): string {
  const sec = toSec(iso)
  return sec === null ? '—' : momentText(sec)
}
