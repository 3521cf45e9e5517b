import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TextResponse } from '../../api/ask.ts'
import type { AlmanacError } from '../../api/client.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { TimeChart } from '../../blocks/chart/time-chart.tsx'
import { Button } from '../../blocks/controls/button.tsx'
import { ExportActions } from '../../blocks/export/export-actions.tsx'
import { saveFile } from '../../blocks/export/save-file.ts'
import { Refusal } from '../../blocks/states/refusal.tsx'
import { Skeleton } from '../../blocks/states/skeleton.tsx'
import { PlainTable } from '../../blocks/table/plain-table.tsx'
import { AWAITED_TABLE } from '../../blocks/table/table-block.tsx'
import { align } from '../../lib/series.ts'
import { grouped, shortText } from '../../lib/writing.ts'
import { Section } from '../../page/section.tsx'
import { chartedSeries, type Rows, resultRows } from './result-rows.ts'

export const RESULT_FORMS = ['table', 'chart', 'json'] as const
export type ResultForm = (typeof RESULT_FORMS)[number]

const MAX_JSON = 200_000

interface Shown {
  readonly name: string
  readonly show: ResultForm
  onShow(show: ResultForm): void
}

export interface Answer {
  readonly response: TextResponse
  readonly result: Rows
}

/** What came of a query: awaited, refused, or there. */
export function ResultView(props: Shown & { asked: UseQueryResult<Answer, AlmanacError> }) {
  const { data, error, isLoading, refetch } = props.asked
  return (
    <>
      {isLoading && <Skeleton shape={AWAITED_TABLE} />}
      {/* What was refused is asked again, not what was typed since. */}
      {error !== null && <Refusal error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <Result {...props} {...data} />}
    </>
  )
}

/** A result as table, chart or JSON, with what it cost and a file to take. */
function Result({ name, response, result, show, onShow }: Shown & Answer) {
  const data = useMemo(() => align(chartedSeries(result)), [result])
  return (
    <Section
      title="Result"
      note={costText(response, result)}
      actions={
        <>
          {result.columns.length > 0 && (
            // The request for a shell is among the samples below.
            <ExportActions name={name} rows={() => resultRows(result)} path={undefined} />
          )}
          <Button onClick={() => saveFile(`${name}.json`, 'application/json', response.text)}>
            JSON
          </Button>
        </>
      }
    >
      <div className="filters">
        <Segments label="Show as" options={RESULT_FORMS} value={show} onChange={onShow} />
      </div>
      {show === 'table' && <ResultTable result={result} />}
      {show === 'json' && <pre>{jsonText(response.text)}</pre>}
      {show === 'chart' &&
        (data.times.length === 0 ? (
          <p className="empty">A chart needs a column of times and one of numbers.</p>
        ) : (
          <TimeChart
            label={name}
            data={data}
            kind="line"
            range="all"
            height={360}
            path={window.location.pathname + window.location.search}
          />
        ))}
    </Section>
  )
}

function costText({ bytes, tookMs, headers }: TextResponse, { rows }: Rows): string {
  const told = headers.map(([name, value]) => `${name} ${value}`)
  return [`${grouped(rows.length, 0)} rows`, `${shortText(bytes)}B`, `${grouped(tookMs, 0)} ms`]
    .concat(told)
    .join(' · ')
}

function jsonText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, MAX_JSON)
  } catch {
    return text.slice(0, MAX_JSON)
  }
}

const MAX_ROWS = 500

/** The rows of a result. */
export function ResultTable({ result: { columns, rows } }: { result: Rows }) {
  return (
    <>
      <PlainTable label="Result" heads={columns.map(({ name }) => name)}>
        {rows.slice(0, MAX_ROWS).map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a result have no key
          <tr key={index}>
            {columns.map(({ name }, place) => (
              <td key={name} className="left">
                {textOf(row[place])}
              </td>
            ))}
          </tr>
        ))}
      </PlainTable>
      {rows.length > MAX_ROWS && (
        <p className="dim">
          The first {MAX_ROWS} of {rows.length} rows; the file has all.
        </p>
      )}
    </>
  )
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '—'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
