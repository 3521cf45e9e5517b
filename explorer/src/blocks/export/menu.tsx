import { type ReactNode, useEffect, useRef } from 'react'
import './menu.css'

/** A button with a few things under it; Escape or a click elsewhere closes it. */
export function Menu({ name, children }: { name: string; children: ReactNode }) {
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const close = (event: Event) => {
      if (!element.contains(event.target as Node)) element.open = false
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !element.open) return
      event.stopPropagation()
      element.open = false
      element.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', close)
    element.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', close)
      element.removeEventListener('keydown', onKey)
    }
  }, [])
  return (
    <details ref={box} className="drop">
      <summary className="action">{name}</summary>
      <div className="drop-list">{children}</div>
    </details>
  )
}
