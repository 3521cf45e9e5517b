import type { ReactNode, Ref } from 'react'

/** A block of a page that waits for no response of its own. */
export function Section(props: {
  title: string
  /** Its name for readers, where the title changes. */
  label?: string
  note?: ReactNode
  actions?: ReactNode
  ref?: Ref<HTMLElement>
  children: ReactNode
}) {
  const { title, label = title, note, actions, ref, children } = props
  return (
    <section ref={ref} className="block" aria-label={label}>
      <header className="section-head">
        <h2>{title}</h2>
        {note !== undefined && <span className="note">{note}</span>}
        {actions !== undefined && actions !== false && <div className="actions">{actions}</div>}
      </header>
      {children}
    </section>
  )
}
