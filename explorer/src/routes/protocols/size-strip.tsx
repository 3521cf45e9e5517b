import { Strip } from '../../blocks/strip/strip.tsx'
import { powerBelow } from '../../lib/log-scale.ts'
import { shortText } from '../../lib/numbers.ts'
import type { Bounds } from '../../lib/view-state.ts'

const LEAST_USD = 10_000
const OPEN: Bounds = { from: null, to: null }

/** How large protocols are; a drawn range narrows the table. */
export function SizeStrip(props: {
  values: readonly (number | null)[]
  bounds: Bounds
  onChange(bounds: Bounds): void
}) {
  const { values, bounds, onChange } = props
  const known = values.filter((value) => value !== null)
  const isBounded = bounds.from !== null || bounds.to !== null
  return (
    <section className="block" aria-label="How large they are">
      <header className="section-head">
        <h2>How large they are</h2>
        <span className="note">
          {known.length} by value locked. Draw a range, or move its ends, to narrow the table.
        </span>
        {isBounded && (
          <div className="actions">
            <button type="button" className="action" onClick={() => onChange(OPEN)}>
              All sizes
            </button>
          </div>
        )}
      </header>
      <Strip
        name="TVL"
        values={known}
        least={powerBelow(known, LEAST_USD)}
        bounds={bounds}
        write={(value) => shortText(value, { digits: 1, sign: '$' })}
        onChange={onChange}
      />
    </section>
  )
}
