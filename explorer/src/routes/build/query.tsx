import { useState } from 'react'
import type { ApiError } from '../../api/ask.ts'
import { askSql, type SqlAnswer } from '../../api/ask-sql.ts'
import { saveFile } from '../../blocks/export/save-file.ts'
import { Refusal } from '../../blocks/states/refusal.tsx'
import { toCsv } from '../../lib/csv.ts'
import { text } from '../../lib/view-state.ts'
import { PageHead } from '../../page/page-head.tsx'
import { useAsOf } from '../../page/use-as-of.ts'
import { useView } from '../../page/use-view.ts'
import { ResultTable } from './result-table.tsx'
import './build.css'

const FIRST = `SELECT protocol, max(tvlUsd) AS highest
FROM tvl
GROUP BY protocol
ORDER BY highest DESC
LIMIT 20`

const keys = { sql: text(FIRST) }

/** One SELECT over the facts: typed, run, shown, downloaded, shared by its address. */
export function QueryPage() {
  const view = useView(keys)
  const asOf = useAsOf()
  const [statement, setStatement] = useState(view.state.sql)
  const [answer, setAnswer] = useState<SqlAnswer | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [isRunning, setIsRunning] = useState(false)
  const run = async () => {
    setIsRunning(true)
    setError(null)
    view.set({ sql: statement })
    try {
      setAnswer(await askSql(statement, asOf))
    } catch (failure) {
      setError(failure as ApiError)
    } finally {
      setIsRunning(false)
    }
  }
  return (
    <>
      <PageHead
        title="Query"
        note="One SELECT over the facts; the address keeps it"
        ignored={view.ignored}
      />
      <form
        className="query"
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <textarea
          aria-label="SQL"
          spellCheck={false}
          rows={8}
          value={statement}
          onChange={(event) => setStatement(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void run()
          }}
        />
        <p>
          <button type="submit" className="primary" disabled={isRunning}>
            {isRunning ? 'Running' : 'Run'}
          </button>{' '}
          <kbd>⌘ ↵</kbd>
        </p>
      </form>
      {error !== null && <Refusal error={error} onRetry={() => void run()} />}
      {answer !== null && (
        <>
          <p className="actions">
            <button
              type="button"
              className="action"
              onClick={() =>
                saveFile('query.csv', 'text/csv', toCsv(answer.columns, answer.rows as never))
              }
            >
              CSV
            </button>
          </p>
          <ResultTable answer={answer} />
        </>
      )}
    </>
  )
}
