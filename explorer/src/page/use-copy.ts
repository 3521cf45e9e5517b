import { useState } from 'react'

const SHOWN_MS = 2_000

/** Copies a text; briefly, `copied` names what was. */
export function useCopy(): { copied: string | null; copy(text: string, what?: string): void } {
  const [copied, setCopied] = useState<string | null>(null)
  const copy = (text: string, what = '') => {
    void copyText(text).then(() => {
      setCopied(what)
      setTimeout(() => setCopied(null), SHOWN_MS)
    })
  }
  return { copied, copy }
}

async function copyText(text: string): Promise<void> {
  // Pages over plain HTTP from another machine have no clipboard to write to.
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
}
