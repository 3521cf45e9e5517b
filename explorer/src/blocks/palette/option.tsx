import type { ReactNode } from 'react'

/** A line of the palette; the field above takes the keys. */
export function Option(props: {
  id: string
  isChosen: boolean
  /** At its end: what it is, or the keys that do it. */
  kind: string
  onChoose(): void
  children: ReactNode
}) {
  const { id, isChosen, kind, onChoose, children } = props
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
    <div id={id} role="option" tabIndex={-1} aria-selected={isChosen} onClick={onChoose}>
      {children}
      <span className="kind">{kind}</span>
    </div>
  )
}
