import type { ReactNode } from 'react'
import './table.css'

/** A small table of text without sorting; it scrolls sideways where it is too wide. */
export function PlainTable(props: {
  label: string
  heads: readonly string[]
  /** Cells break into lines instead of being cut. */
  isWrapping?: boolean
  children: ReactNode
}) {
  const { label, heads, isWrapping = false, children } = props
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
    <section className="sideways" aria-label={label} tabIndex={0}>
      <table className={isWrapping ? 'data wrapping' : 'data'} aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className="left">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

/** A line of a sheet; its cells are `td`. */
export interface SheetRow {
  readonly key: string
  readonly head: ReactNode
  readonly className?: string | undefined
  readonly cells: ReactNode
}

/** Figures as they are printed: a line each, without sorting; it scrolls sideways. */
export function Sheet(props: {
  label: string
  corner: ReactNode
  heads: readonly (readonly [key: string, head: ReactNode])[]
  rows: readonly SheetRow[]
  className: string
  foot?: ReactNode
}) {
  const { label, corner, heads, rows, className, foot } = props
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
    <section className="table-scroll sideways" aria-label={label} tabIndex={0}>
      <table className={`data ${className}`} aria-label={label}>
        <thead>
          <tr>
            <th scope="col" className="left">
              {corner}
            </th>
            {heads.map(([key, head]) => (
              <th key={key} scope="col" title={key}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, head, className: look, cells }) => (
            <tr key={key} className={look}>
              <th scope="row" className="left">
                {head}
              </th>
              {cells}
            </tr>
          ))}
        </tbody>
        {foot}
      </table>
    </section>
  )
}
