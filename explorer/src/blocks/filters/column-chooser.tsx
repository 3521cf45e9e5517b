import type { Column } from '../table/column.ts'

/** Which columns of a table are shown; without a choice those that are not extra. */
export function ColumnChooser<Row>({
  columns,
  shown,
  onChange,
}: {
  columns: readonly Column<Row>[]
  shown: readonly string[]
  onChange(shown: readonly string[]): void
}) {
  const usual = columns.filter(({ isExtra }) => isExtra !== true).map(({ id }) => id)
  const chosen = new Set(shown.length === 0 ? usual : shown)
  const toggle = (id: string) => {
    if (!chosen.delete(id)) chosen.add(id)
    const next = columns.map((column) => column.id).filter((name) => chosen.has(name))
    onChange(next.join() === usual.join() ? [] : next)
  }
  return (
    <details className="chooser">
      <summary className="action">Columns</summary>
      <fieldset aria-label="Columns">
        {columns.map(({ id, head }, index) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={chosen.has(id)}
              disabled={index === 0}
              onChange={() => toggle(id)}
            />
            {head}
          </label>
        ))}
      </fieldset>
    </details>
  )
}
