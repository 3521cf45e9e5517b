import { useState } from 'react'

const SAID_MS = 2_000

/** Puts a text on the clipboard and says so. */
export function CopyButton({ name, text }: { name: string; text(): string }) {
  const [said, setSaid] = useState<string | null>(null)
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(text()).then(
      () => true,
      () => false,
    )
    setSaid(isCopied ? 'Copied' : 'The browser does not let pages copy')
    setTimeout(() => setSaid(null), SAID_MS)
  }
  return (
    <button type="button" className="action" onClick={() => void copy()}>
      <span aria-live="polite">{said ?? name}</span>
    </button>
  )
}
