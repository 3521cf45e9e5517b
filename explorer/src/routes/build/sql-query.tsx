import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '../../api/ask.ts'
import { askSql, type SqlAnswer } from '../../api/ask-sql.ts'
import { serviceUrl } from '../../api/origin.ts'
import { Refusal } from '../../blocks/states/refusal.tsx'
import { Skeleton } from '../../blocks/states/skeleton.tsx'
import { AWAITED_TABLE } from '../../blocks/table/table-block.tsx'
import { useAsOf } from '../../page/use-as-of.ts'
import { sqlSamples } from './code-samples.ts'
import { type ResultForm, ResultView } from './result-view.tsx'
import { Samples } from './samples.tsx'

const FIRST = `SELECT protocol, max(tvlUsd) AS highest
FROM tvl
GROUP BY protocol
ORDER BY highest DESC
LIMIT 20`

/** A statement: typed, run, shown. One that came with the address is run at once. */
export function SqlQuery(props: {
  sql: string
  show: ResultForm
  onShow(show: ResultForm): void
  onRun(sql: string): void
}) {
  const { sql, show, onShow, onRun } = props
  const asOf = useAsOf()
  const [statement, setStatement] = useState(sql === '' ? FIRST : sql)
  const asked = useQuery<SqlAnswer, ApiError>({
    queryKey: ['sql', sql, asOf],
    queryFn: () => askSql(sql, asOf),
    enabled: sql !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const run = () => {
    if (statement === sql) void asked.refetch()
    else onRun(statement)
  }
  return (
    <>
      <form
        className="query"
        onSubmit={(event) => {
          event.preventDefault()
          run()
        }}
      >
        <textarea
          aria-label="SQL"
          spellCheck={false}
          rows={8}
          value={statement}
          onChange={(event) => setStatement(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) run()
          }}
        />
        <p>
          <button type="submit" className="primary" disabled={asked.isFetching}>
            {asked.isFetching ? 'Running' : 'Run'}
          </button>{' '}
          <kbd>⌘ ↵</kbd>
        </p>
      </form>
      {asked.isLoading && <Skeleton shape={AWAITED_TABLE} />}
      {/* What was refused is asked again, not what was typed since. */}
      {asked.error !== null && <Refusal error={asked.error} onRetry={() => void asked.refetch()} />}
      {asked.data !== undefined && (
        <ResultView {...asked.data} name="query" show={show} onShow={onShow} />
      )}
      <Samples samples={sqlSamples(serviceUrl, statement)} />
    </>
  )
}
