import type { ReactNode } from 'react'
import { change, direction, exact, type Figure, short } from '../../lib/numbers.ts'
import { NumberButton } from './number-button.tsx'
import type { Source } from './source.ts'
import './figure.css'

export interface FigureItem {
  readonly name: string
  readonly value: Figure | undefined
  readonly sign?: string
  /** Changes with their span, such as 1d. */
  readonly changes?: readonly { span: string; percent: Figure }[]
  readonly note?: ReactNode
  readonly isLoading?: boolean
  /** Which answer it stands in; the figure then opens where it comes from. */
  readonly source?: Source
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

function Big({ name, value, sign = '', source }: FigureItem) {
  const { text, unit } = short(value)
  if (text === '—') return text
  const figure = (
    <>
      {sign}
      {text}
      {unit !== '' && <small>{unit}</small>}
    </>
  )
  if (source === undefined) return figure
  return (
    <NumberButton name={name} value={exact(value, sign)} source={source}>
      {figure}
    </NumberButton>
  )
}
