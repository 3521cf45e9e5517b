import type { ReactNode } from 'react'

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
