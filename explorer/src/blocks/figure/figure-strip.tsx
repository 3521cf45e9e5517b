import type { ReactNode } from 'react'
import { change, direction, type Figure, short } from '../../lib/numbers.ts'
import './figure.css'

export interface FigureItem {
  readonly name: string
  readonly value: Figure | undefined
  readonly sign?: string
  /** Changes with their span, such as 1d. */
  readonly changes?: readonly { span: string; percent: Figure }[]
  readonly note?: ReactNode
  readonly isLoading?: boolean
}

/** The main figures of a page in one line. */
export function FigureStrip({ items }: { items: readonly FigureItem[] }) {
  return (
    <dl className="strip">
      {items.map((item) => (
        <div key={item.name} className="figure">
          <dt>{item.name}</dt>
          <dd className="big">{item.isLoading === true ? ' ' : <Big {...item} />}</dd>
          <dd className="sub">
            {item.changes?.map(({ span, percent }) => (
              <span key={span}>
                {span} <span className={direction(percent)}>{change(percent)}%</span>
              </span>
            ))}
            {item.note}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Big({ value, sign = '' }: FigureItem) {
  const { text, unit } = short(value)
  if (text === '—') return text
  return (
    <>
      {sign}
      {text}
      {unit !== '' && <small>{unit}</small>}
    </>
  )
}
