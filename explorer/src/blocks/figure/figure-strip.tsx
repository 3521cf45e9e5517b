import { type ReactNode, use } from 'react'
import { ResponsePath } from '../../api/response.ts'
import { change, direction, exact, type Figure, short } from '../../lib/writing.ts'
import { type Source, sourceOf } from './origin.ts'
import { ProvenanceButton } from './provenance-button.tsx'
import './figure.css'
import type { Query } from '../../api/ask.ts'
import type { OperationId } from '../../api/operations.ts'

export interface FigureItem {
  readonly name: string
  readonly value: Figure | undefined
  readonly sign?: string
  /** Changes in percent by their span, such as 1d. */
  readonly changes?: Readonly<Record<string, Figure>>
  readonly note?: ReactNode
  readonly isLoading?: boolean
  /** Which answer it stands in, where that is not the response of the block around. */
  readonly source?: Source
}

/** The main figures of a page in one line. */
export function FigureStrip(props: {
  items: readonly FigureItem[]
  /** Further figures may come, which take rows of a narrow screen. */
  isOpenEnded?: boolean
}) {
  const { items, isOpenEnded = false } = props
  return (
    <dl className={isOpenEnded ? 'strip growing' : 'strip'}>
      {items.map((item) => (
        <div key={item.name} className="figure">
          <dt>{item.name}</dt>
          <dd className="big">{item.isLoading === true ? ' ' : <Big {...item} />}</dd>
          <dd className="sub">
            {Object.entries(item.changes ?? {}).map(([span, percent]) => (
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
  const around = sourceOf(use(ResponsePath))
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
    <ProvenanceButton name={name} value={exact(value, sign)} source={from}>
      {figure}
    </ProvenanceButton>
  )
}

type More = Partial<Omit<FigureItem, 'name' | 'value'>>
interface Pending {
  readonly isPending: boolean
}

/** The main figures of a page that one response has: each opens where it comes from. */
export function Figures(props: {
  asked: Pending
  of: readonly [operation: OperationId, parameters?: Query]
  items: readonly FigureItem[]
}) {
  const shared = toldBy(props.asked, ...props.of)
  return <FigureStrip items={props.items.map((item) => ({ ...shared, ...item }))} />
}

/** The response that has a figure. */
export function toldBy({ isPending }: Pending, operation: OperationId, parameters: Query = {}) {
  return { isLoading: isPending, source: { operation, parameters } }
}

/** A figure in dollars. */
export function usd(name: string, value: Figure | undefined, more: More = {}): FigureItem {
  return { name, value, sign: '$', ...more }
}
