import type { SqlAnswer } from '../../api/ask-sql.ts'

const MAX_ROWS = 500

/** The rows of a statement. */
export function ResultTable({ answer: { columns, rows } }: { answer: SqlAnswer }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
    <section className="table-scroll sideways" aria-label="Result" tabIndex={0}>
      <table className="data" aria-label="Result">
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" className="left">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_ROWS).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a statement have no key
            <tr key={index}>
              {columns.map((name, place) => (
                <td key={name} className="left">
                  {row[place] === null ? '—' : String(row[place])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="dim">
        {rows.length > MAX_ROWS
          ? `The first ${MAX_ROWS} of ${rows.length} rows`
          : `${rows.length} rows`}
      </p>
    </section>
  )
}
