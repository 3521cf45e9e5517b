import { type ReactNode, useRef, useState } from 'react'
import type { Source } from './origin.ts'
import { Provenance } from './provenance.tsx'
import './figure.css'

/** A figure that opens where it comes from. */
export function ProvenanceButton(props: {
  /** What the figure is, in words. */
  name: string
  /** The exact value. */
  value: string
  source: Source
  children: ReactNode
}) {
  const { name, value, source, children } = props
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // A table has thousands of figures: what they open is made when it is opened.
  const show = (popover: HTMLDivElement | null) => {
    if (popover === null || popover.matches(':popover-open')) return
    popover.showPopover({ source: button.current ?? popover })
    popover.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="number"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen && (
        <div
          ref={show}
          popover="auto"
          className="provenance"
          role="dialog"
          tabIndex={-1}
          aria-label={`Where ${name} comes from`}
          onToggle={(event) => {
            if (event.newState === 'closed') setIsOpen(false)
          }}
        >
          <Provenance name={name} value={value} source={source} />
        </div>
      )}
    </>
  )
}
