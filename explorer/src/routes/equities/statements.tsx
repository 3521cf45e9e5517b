import { useOperation } from '../../api/use-operation.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { ExportActions } from '../../blocks/export/export-actions.tsx'
import { Block } from '../../blocks/states/block.tsx'
import type { ExportRows } from '../../lib/export-rows.ts'
import { type CompanyProps, PERIODS, STATEMENTS, signOf } from './company-keys.ts'
import { linesOf, type Statement } from './statement-lines.ts'
import { StatementTable } from './statement-table.tsx'

const STATEMENT_NAMES = {
  incomeStatement: 'income',
  balanceSheet: 'balance sheet',
  cashflow: 'cash flow',
}

/** Statements of a company, newest at the right; lines open into their parts. */
export function Statements({ query, view }: CompanyProps) {
  const { statement, period, shares, open } = view.state
  const asked = useOperation('getEquityStatements', {
    ...query,
    asReported: shares === 'filed' ? true : undefined,
  })
  const chosen = asked.data?.body[statement]
  return (
    <Block
      title="Statements"
      note={`Millions${signOf(query.country) === '' ? ' of its currency' : ' of dollars'}; per share whole`}
      asked={asked}
      shape={{ rows: 18 }}
      actions={
        chosen !== undefined && (
          <ExportActions
            name={`${query.ticker} ${STATEMENT_NAMES[statement]}`}
            rows={() => exportOf(chosen, period)}
            address={asked.data?.address}
          />
        )
      }
    >
      {() => (
        <>
          <div className="filters">
            <Segments
              label="Statement"
              options={STATEMENTS}
              names={STATEMENT_NAMES}
              value={statement}
              onChange={(value) => view.set({ statement: value, open: [] })}
            />
            <Segments
              label="Period"
              options={PERIODS}
              value={period}
              onChange={(value) => view.set({ period: value })}
            />
            <Segments
              label="Shares"
              options={['today', 'filed']}
              names={{ today: "in today's shares", filed: 'as filed' }}
              value={shares}
              onChange={(value) => view.set({ shares: value })}
            />
          </div>
          {chosen === undefined || chosen[period].periodEnding.length === 0 ? (
            <p className="empty">Nothing is reported.</p>
          ) : (
            <StatementTable
              label={STATEMENT_NAMES[statement]}
              statement={chosen}
              period={period}
              opened={open}
              onOpen={(next) => view.set({ open: next })}
            />
          )}
        </>
      )}
    </Block>
  )
}

/** Every line with its parts, of all periods. */
function exportOf(statement: Statement, period: (typeof PERIODS)[number]): ExportRows {
  const { periodEnding } = statement[period]
  const lines = linesOf(statement, period, statement.labels)
  return {
    head: ['line', 'part of', ...periodEnding],
    rows: lines.map(({ label, parent, values }) => [
      label,
      parent,
      ...periodEnding.map((_, index) => values[index] ?? null),
    ]),
  }
}
