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
