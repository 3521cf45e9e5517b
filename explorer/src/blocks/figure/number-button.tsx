import { type ReactNode, useId, useRef, useState } from 'react'
import { Provenance } from './provenance.tsx'
import type { Source } from './source.ts'

export interface NumberButtonProps {
  /** What the figure is, in words. */
  readonly name: string
  /** The exact value. */
  readonly value: string
  readonly source: Source
  readonly children: ReactNode
}

/** A figure is a door: it opens where it comes from. */
export function NumberButton({ name, value, source, children }: NumberButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const popover = useRef<HTMLDivElement>(null)
  const id = useId()
  return (
    <>
      <button type="button" className="number" popoverTarget={id} aria-haspopup="dialog">
        {children}
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        className="provenance"
        role="dialog"
        aria-label={`Where ${name} comes from`}
        onToggle={(event) => setIsOpen(event.newState === 'open')}
      >
        {isOpen && <Provenance name={name} value={value} source={source} />}
      </div>
    </>
  )
}
