import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listSamples, type Sample, shellText } from '../../../../src/http/docs/samples.ts'
import { askSql, type SqlResponse } from '../../api/ask.ts'
import type { AlmanacError } from '../../api/client.ts'
import { serviceUrl } from '../../api/origin.ts'
import { useAsOf } from '../../api/request.ts'
import { Button, Form } from '../../blocks/controls/button.tsx'
import { type ResultForm, ResultView } from './result-view.tsx'
import { Samples } from './samples.tsx'

const FIRST = `SELECT protocol, max(tvlUsd) AS highest
FROM tvl
GROUP BY protocol
ORDER BY highest DESC
LIMIT 20`

/** A statement: typed, run, shown. One that came with the URL is run at once. */
export function SqlQuery(props: {
  sql: string
  show: ResultForm
  onShow(show: ResultForm): void
  onRun(sql: string): void
}) {
  const { sql, show, onShow, onRun } = props
  const asOf = useAsOf()
  const [statement, setStatement] = useState(sql === '' ? FIRST : sql)
  const asked = useQuery<SqlResponse, AlmanacError>({
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
      <Form className="query" onSend={run}>
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
          <Button look="primary" type="submit" disabled={asked.isFetching}>
            {asked.isFetching ? 'Running' : 'Run'}
          </Button>{' '}
          <kbd>⌘ ↵</kbd>
        </p>
      </Form>
      <ResultView asked={asked} name="query" show={show} onShow={onShow} />
      <Samples samples={sqlSamples(serviceUrl, statement)} />
    </>
  )
}

/** The statement as a request of programs, and for the command line. */
export function sqlSamples(origin: string, query: string): Sample[] {
  const body = JSON.stringify({ query })
  const client = { group: 'sql', name: 'postSql', needsKey: true }
  return [
    ...listSamples(
      { method: 'POST', url: `${origin}/sql`, body, values: [] },
      { origin, needsKey: true, kind: 'response', client },
    ),
    { id: 'cli', name: 'Command line', text: `almanac sql ${shellText(query)}` },
  ]
}
