import { PlainTable } from '../../blocks/table/plain-table.tsx'
import type { Rows } from '../../lib/rows.ts'

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
