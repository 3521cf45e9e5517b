import { useEffect, useState } from 'react'

const PAUSE_MS = 120

/** A field that narrows a table while it is typed in; the address follows a moment later. */
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
