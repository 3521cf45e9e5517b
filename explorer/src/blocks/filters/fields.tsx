import { type ChangeEvent, type ReactNode, useEffect, useState } from 'react'
import type { Bounds } from '../../lib/view-state.ts'

/** What a field holds, and who is told of another value. */
export interface Held<T> {
  readonly value: T
  onChange(value: T): void
}

/** One of many by name, or all. */
export function ChoiceField(
  props: Held<string> & { label: string; all: string; options: readonly string[] },
) {
  const { label, all, options, value, onChange } = props
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  )
}

/** Yes or no. */
export function ToggleField(props: Held<boolean> & { children: ReactNode }) {
  const { value, onChange, children } = props
  return (
    <label className="toggle">
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.target.checked)} />
      {children}
    </label>
  )
}

/** A text that is typed: told when it pauses, and replaced when another one is given. */
function useTyped(given: string, onText: (text: string) => void, pauseMs: number) {
  const [text, setText] = useState(given)
  useEffect(() => setText(given), [given])
  useEffect(() => {
    if (text === given) return
    const timer = setTimeout(() => onText(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, given, onText, pauseMs])
  const onChange = (event: ChangeEvent<HTMLInputElement>) => setText(event.target.value)
  return { value: text, onChange }
}

const SEARCH_PAUSE_MS = 120

/** A field that narrows a table while it is typed in; the URL follows shortly after. */
export function SearchField({ label, value, onChange }: Held<string> & { label: string }) {
  const typed = useTyped(value, onChange, SEARCH_PAUSE_MS)
  return <input type="search" placeholder={label} aria-label={label} {...typed} />
}

/** Names of what is bounded with its unit, such as TVL $M; 1e6 where it is typed in millions. */
interface Bounded {
  readonly label: string
  readonly unitSize?: number
}

/** From a figure to another; an empty end is open. */
export function BoundsField({ label, unitSize = 1, value, onChange }: Held<Bounds> & Bounded) {
  return (
    <fieldset className="bounds" aria-label={label}>
      <span className="dim">{label}</span>
      {(['from', 'to'] as const).map((end) => (
        <Limit
          key={end}
          label={`${label} ${end}`}
          hint={end}
          unitSize={unitSize}
          value={value[end]}
          onChange={(limit) => onChange({ ...value, [end]: limit })}
        />
      ))}
    </fieldset>
  )
}

const LIMIT_PAUSE_MS = 300

function Limit(props: Held<number | null> & Required<Bounded> & { hint: string }) {
  const { label, hint, unitSize, value, onChange } = props
  const write = (text: string) => onChange(text.trim() === '' ? null : Number(text) * unitSize)
  const typed = useTyped(value === null ? '' : String(value / unitSize), write, LIMIT_PAUSE_MS)
  return <input type="number" step="any" placeholder={hint} aria-label={label} {...typed} />
}
