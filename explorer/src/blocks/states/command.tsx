import { useCopy } from '../../page/use-copy.ts'

/** A command for a shell; a click copies it. */
export function Command({ children }: { children: string }) {
  const { copied, copy } = useCopy()
  return (
    <button type="button" className="command" onClick={() => copy(children)}>
      <code>{children}</code>
      <span aria-live="polite">{copied === null ? 'Copy' : 'Copied'}</span>
    </button>
  )
}
