import { useState } from 'react'

const SHOWN_MS = 2_000

/** A command for a shell; a click copies it. */
export function Command({ children }: { children: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(children)
    setIsCopied(true)
    setTimeout(() => setIsCopied(false), SHOWN_MS)
  }
  return (
    <button type="button" className="command" onClick={() => void copy()}>
      <code>{children}</code>
      <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
    </button>
  )
}
