import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../blocks/controls/button.tsx'

/** A block in its states, each under its name. */
export function Story({ name, children }: { name: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="block story" aria-labelledby={id}>
      <header className="section-head">
        <h2 id={id}>{name}</h2>
      </header>
      {children}
    </section>
  )
}

/** One state of a block. */
export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="story-state">
      <h3>{name}</h3>
      {children}
    </div>
  )
}

/** A state that passes, or that no page should be in: shown by a click. */
export function OnDemand({ children }: { children: ReactNode }) {
  const [isShown, setIsShown] = useState(false)
  if (isShown) return children
  return <Button onClick={() => setIsShown(true)}>Show it</Button>
}

export const HOSTILE_NAMES = [
  '<img src=x onerror=alert(1)>',
  'مثال \u202Ereversed',
  '🦄🦄🦄',
  'Averylongnamewithoutanyroomtobreak'.repeat(4),
]
