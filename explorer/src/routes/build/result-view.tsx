import { useMemo } from 'react'
import type { TextAnswer } from '../../api/ask-text.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { TimeChart } from '../../blocks/chart/time-chart.tsx'
import { ExportActions } from '../../blocks/export/export-actions.tsx'
import { saveFile } from '../../blocks/export/save-file.ts'
import { grouped, shortText } from '../../lib/numbers.ts'
import type { Rows } from '../../lib/rows.ts'
import { align } from '../../lib/series.ts'
import { chartedSeries } from './result-chart.ts'
import { resultRows } from './result-rows.ts'
import { ResultTable } from './result-table.tsx'

export const RESULT_FORMS = ['table', 'chart', 'json'] as const
export type ResultForm = (typeof RESULT_FORMS)[number]

const MAX_JSON = 200_000

/** A result as table, chart or JSON, with what it cost and a file to take. */
export function ResultView(props: {
  name: string
  answer: TextAnswer
  result: Rows
  show: ResultForm
  onShow(show: ResultForm): void
}) {
  const { name, answer, result, show, onShow } = props
  const data = useMemo(() => align(chartedSeries(result)), [result])
  return (
    <section className="block">
      <header className="section-head">
        <h2>Result</h2>
        <span className="note">{costText(answer, result)}</span>
        <div className="actions">
          {result.columns.length > 0 && (
            // The request for a shell is among the samples below.
            <ExportActions name={name} rows={() => resultRows(result)} address={undefined} />
          )}
          <button
            type="button"
            className="action"
            onClick={() => saveFile(`${name}.json`, 'application/json', answer.text)}
          >
            JSON
          </button>
        </div>
      </header>
      <div className="filters">
        <Segments label="Show as" options={RESULT_FORMS} value={show} onChange={onShow} />
      </div>
      {show === 'table' && <ResultTable result={result} />}
      {show === 'json' && <pre>{jsonText(answer.text)}</pre>}
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
            address={window.location.pathname + window.location.search}
          />
        ))}
    </section>
  )
}

function costText({ bytes, tookMs, headers }: TextAnswer, { rows }: Rows): string {
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
