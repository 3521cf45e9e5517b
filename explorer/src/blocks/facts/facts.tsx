import type { ReactNode } from 'react'
import { MISSING } from '../../lib/numbers.ts'
import './facts.css'

/** Names and what they say, a line each. Lines without anything to say are left out. */
export function Facts({
  lines,
}: {
  lines: readonly (readonly [name: string, value: ReactNode])[]
}) {
  return (
    <dl className="facts">
      {lines.map(([name, value]) =>
        value === undefined || value === '' ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? MISSING}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
