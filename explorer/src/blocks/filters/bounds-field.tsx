import { useEffect, useState } from 'react'
import type { Bounds } from '../../lib/view-state.ts'

const PAUSE_MS = 300

/** From a figure to another; an empty end is open. */
export function BoundsField({
  label,
  unitSize = 1,
  value,
  onChange,
}: {
  /** What is bounded, with its unit, such as TVL $M. */
  label: string
  /** 1e6 where figures are typed in millions. */
  unitSize?: number
  value: Bounds
  onChange(value: Bounds): void
}) {
  return (
    <fieldset className="bounds" aria-label={label}>
      <span className="dim">{label}</span>
      <Limit
        label={`${label} from`}
        hint="from"
        unitSize={unitSize}
        value={value.from}
        onChange={(from) => onChange({ ...value, from })}
      />
      <Limit
        label={`${label} to`}
        hint="to"
        unitSize={unitSize}
        value={value.to}
        onChange={(to) => onChange({ ...value, to })}
      />
    </fieldset>
  )
}

function Limit({
  label,
  hint,
  unitSize,
  value,
  onChange,
}: {
  label: string
  hint: string
  unitSize: number
  value: number | null
  onChange(value: number | null): void
}) {
  const given = value === null ? '' : String(value / unitSize)
  const [text, setText] = useState(given)
  useEffect(() => setText(given), [given])
  useEffect(() => {
    if (text === given) return
    const timer = setTimeout(
      () => onChange(text.trim() === '' ? null : Number(text) * unitSize),
      PAUSE_MS,
    )
    return () => clearTimeout(timer)
  }, [text, given, unitSize, onChange])
  return (
    <input
      type="number"
      step="any"
      value={text}
      placeholder={hint}
      aria-label={label}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
