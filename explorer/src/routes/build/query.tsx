import './build.css'
import { Segments } from '../../blocks/chart/segments.tsx'
import { choice, names, text } from '../../lib/view-state.ts'
import { PageHead, useView } from '../../page/page-head.tsx'
import { OperationQuery } from './operation-query.tsx'
import { RESULT_FORMS } from './result-view.tsx'
import { SqlQuery } from './sql-query.tsx'

const keys = { op: text(), p: names(), sql: text(), show: choice(RESULT_FORMS, 'table') }
const FIRST_OPERATION = 'listChains'

/** One SELECT over the facts, or any operation by a form; the URL shares it. */
export function QueryPage() {
  const view = useView(keys)
  const { op, p, sql, show } = view.state
  return (
    <>
      <PageHead
        title="Query"
        note="The URL keeps the query, so a link shows the same to others"
        ignored={view.ignored}
      />
      <div className="filters">
        <Segments
          label="Ask by"
          options={['sql', 'form']}
          names={{ sql: 'SQL', form: 'operation' }}
          value={op === '' ? 'sql' : 'form'}
          onChange={(mode) => view.set({ op: mode === 'sql' ? '' : FIRST_OPERATION, p: [] })}
        />
      </div>
      {op === '' ? (
        <SqlQuery
          sql={sql}
          show={show}
          onShow={(next) => view.set({ show: next })}
          onRun={(next) => view.set({ sql: next })}
        />
      ) : (
        <OperationQuery
          operation={op}
          pairs={p}
          show={show}
          onShow={(next) => view.set({ show: next })}
          onAsk={(next, pairs) => view.set({ op: next, p: pairs })}
        />
      )}
    </>
  )
}
