import './chart.css'

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
