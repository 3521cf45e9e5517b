import type { Query } from '../../api/ask.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { inUnit } from '../../lib/numbers.ts'

const STATEMENTS = ['incomeStatement', 'balanceSheet', 'cashflow'] as const
const PERIODS = ['quarterly', 'annual'] as const
const STATEMENT_NAMES = {
  incomeStatement: 'income',
  balanceSheet: 'balance sheet',
  cashflow: 'cash flow',
}
const MAX_PERIODS = 8

interface Periods {
  readonly periodEnding: readonly string[]
  /** A row for each label. */
  readonly values: readonly (readonly (number | null)[])[]
  readonly children?: Readonly<Record<string, { readonly values: Periods['values'] }>>
}

interface Statement {
  readonly labels: readonly string[]
  readonly children: Readonly<
    Record<
      (typeof PERIODS)[number],
      Readonly<Record<string, { readonly labels: readonly string[] }>>
    >
  >
  readonly quarterly: Periods
  readonly annual: Periods
}

export interface StatementView {
  readonly state: {
    readonly statement: (typeof STATEMENTS)[number]
    readonly period: (typeof PERIODS)[number]
  }
  set(changes: Partial<StatementView['state']>): void
}

/** Statements of a company, newest at the right. */
export function Statements({ query, view }: { query: Query; view: StatementView }) {
  const asked = useAnswer<Readonly<Record<string, Statement>>>('/equities/v1/statements', query)
  const { statement, period } = view.state
  return (
    <Block title="Statements" note="$M; shares in millions" asked={asked} shape={{ rows: 18 }}>
      {(body) => (
        <>
          <div className="filters">
            <Segments
              label="Statement"
              options={STATEMENTS}
              names={STATEMENT_NAMES}
              value={statement}
              onChange={(value) => view.set({ statement: value })}
            />
            <Segments
              label="Period"
              options={PERIODS}
              value={period}
              onChange={(value) => view.set({ period: value })}
            />
          </div>
          <Lines statement={body[statement]} period={period} />
        </>
      )}
    </Block>
  )
}

function Lines({
  statement,
  period,
}: {
  statement: Statement | undefined
  period: (typeof PERIODS)[number]
}) {
  if (statement === undefined) return <p className="empty">Nothing is reported.</p>
  const { periodEnding, values } = statement[period]
  const from = Math.max(0, periodEnding.length - MAX_PERIODS)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
    <section className="table-scroll sideways" aria-label="Statement" tabIndex={0}>
      <table className="data statement" aria-label="Statement">
        <thead>
          <tr>
            <th scope="col" className="left">
              Line
            </th>
            {periodEnding.slice(from).map((date) => (
              <th key={date} scope="col">
                {date}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {statement.labels.map((label, index) => (
            <tr key={label}>
              <th scope="row" className="left">
                {label}
              </th>
              {periodEnding.slice(from).map((date, place) => (
                <td key={date}>{cellOf(label, values[index]?.[from + place])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function cellOf(label: string, value: number | null | undefined): string {
  return label.startsWith('EPS') ? inUnit(value, 1, 2) : inUnit(value, 1e6, 1)
}
