import { type ReactNode, use } from 'react'
import { AnswerAddress } from '../../api/answer-address.ts'
import { change, direction, exact, type Figure, short } from '../../lib/numbers.ts'
import { NumberButton } from './number-button.tsx'
import { type Source, sourceOf } from './source.ts'
import './figure.css'

export interface FigureItem {
  readonly name: string
  readonly value: Figure | undefined
  readonly sign?: string
  /** Changes with their span, such as 1d. */
  readonly changes?: readonly { span: string; percent: Figure }[]
  readonly note?: ReactNode
  readonly isLoading?: boolean
  /** Which answer it stands in, where that is not the answer of the block around. */
  readonly source?: Source
}

/** The main figures of a page in one line. */
export function FigureStrip({
  items,
  isOpenEnded = false,
}: {
  items: readonly FigureItem[]
  /** Further figures may come, which take rows of a narrow screen. */
  isOpenEnded?: boolean
}) {
  return (
    <dl className={isOpenEnded ? 'strip growing' : 'strip'}>
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
  const around = sourceOf(use(AnswerAddress))
  const from = source ?? around
  const { text, unit } = short(value)
  if (text === '—') return text
  const figure = (
    <>
      {sign}
      {text}
      {unit !== '' && <small>{unit}</small>}
    </>
  )
  if (from === null) return figure
  return (
    <NumberButton name={name} value={exact(value, sign)} source={from}>
      {figure}
    </NumberButton>
  )
}
