import type { Form } from '../entries.ts'
import { type Html, html } from '../html.ts'
import type { Sample } from '../samples.ts'

/** Tabs that need no script: the chosen radio button shows its panel. */
export function sampleTabs(samples: readonly Sample[], name: string): Html {
  const tabs = samples.map(
    ({ id, name: title }, index) =>
      html`<label><input type="radio" name="${name}" value="${id}"${index === 0 && html` checked`}> ${title}</label>`,
  )
  const panels = samples.map(
    ({ id, name: title, text }) =>
      html`<div class="panel" data-language="${id}"><button type="button" class="copy scripted">Copy</button><pre tabindex="0" role="region" aria-label="${title}"><code>${text}</code></pre></div>`,
  )
  return html`<div class="samples"><fieldset><legend class="for-readers">Language</legend>${tabs}</fieldset>${panels}</div>`
}

const ROOT_NAMES = { free: 'Free', bridge: 'Free', pro: 'Pro' } as const

/** The small mark that says whether a path needs a key. */
export function rootMark(root: keyof typeof ROOT_NAMES): Html {
  return html`<span class="tag ${root === 'pro' ? 'pro' : 'free'}">${ROOT_NAMES[root]}</span>`
}

/** The marks of an operation, each once. */
export function rootMarks(forms: readonly Form[]): Html[] {
  const roots = forms.flatMap(({ paths }) => paths.map(({ root }) => root))
  const distinct = new Map(roots.map((root) => [ROOT_NAMES[root], root]))
  return [...distinct.values()].map(rootMark)
}
