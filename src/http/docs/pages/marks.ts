import type { Form } from '../entries.ts'
import { type Html, html } from '../html.ts'

const ROOT_NAMES = { free: 'Free', bridge: 'Free', pro: 'Pro' } as const

/** The small mark that says whether an address needs a key. */
export function rootMark(root: keyof typeof ROOT_NAMES): Html {
  return html`<span class="tag ${root === 'pro' ? 'pro' : 'free'}">${ROOT_NAMES[root]}</span>`
}

/** The marks of an operation, each once. */
export function rootMarks(forms: readonly Form[]): Html[] {
  const roots = forms.flatMap(({ addresses }) => addresses.map(({ root }) => root))
  const distinct = new Map(roots.map((root) => [ROOT_NAMES[root], root]))
  return [...distinct.values()].map(rootMark)
}
