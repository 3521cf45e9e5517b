import { type ReactNode, useEffect, useState } from 'react'

/** One of many by name, or all. */
export function ChoiceField({
  label,
  all,
  options,
  value,
  onChange,
}: {
  label: string
  all: string
  options: readonly string[]
  value: string
  onChange(value: string): void
}) {
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
export function ToggleField({
  value,
  onChange,
  children,
}: {
  value: boolean
  onChange(value: boolean): void
  children: ReactNode
}) {
  return (
    <label className="toggle">
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.target.checked)} />
      {children}
    </label>
  )
}

const PAUSE_MS = 120

/** A field that narrows a table while it is typed in; the URL follows shortly after. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange(value: string): void
}) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  return (
    <input
      type="search"
      value={text}
      placeholder={label}
      aria-label={label}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
