import './chart.css'
import type { SeriesView } from '../../page/series-keys.ts'
import { RANGE_NAMES, type Range } from './prepare.ts'

export interface SegmentsProps<C extends string> {
  readonly label: string
  readonly options: readonly C[]
  readonly names?: Partial<Record<C, string>>
  readonly value: C
  onChange(value: C): void
}

/** One of a few, all in sight. */
export function Segments<C extends string>(props: SegmentsProps<C>) {
  const { label, options, names, value, onChange } = props
  return (
    <fieldset className="segments" aria-label={label}>
      {options.map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
        >
          {names?.[option] ?? option}
        </button>
      ))}
    </fieldset>
  )
}

/** Ranges up to the newest point. One of them ends a zoom. */
export function RangeField({ view: { state, set } }: { view: SeriesView }) {
  const isZoomed = state.from !== null || state.to !== null
  return (
    <Segments<Range | 'zoomed'>
      label="Range"
      options={RANGE_NAMES}
      value={isZoomed ? 'zoomed' : state.range}
      onChange={(range) => {
        if (range !== 'zoomed') set({ range, from: null, to: null })
      }}
    />
  )
}
