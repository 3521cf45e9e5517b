import type { ReactNode } from 'react'
import { MISSING } from '../../lib/writing.ts'
import './facts.css'

/** Names that are no text, or that several lines have, need a key. */
export type FactLines = readonly (readonly [name: ReactNode, value: ReactNode, key?: string])[]

/** Names and what they say, a line each. Lines without anything to say are left out. */
export function Facts({ lines }: { lines: FactLines }) {
  return (
    <dl className="facts">
      {lines.map(([name, value, key = String(name)]) =>
        value === undefined || value === '' ? null : (
          <div key={key}>
            <dt>{name}</dt>
            <dd>{value ?? MISSING}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
