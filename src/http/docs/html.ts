/** Text that is HTML already. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What may stand in a template; `null`, `undefined` and `false` leave no trace. */
export type Part = Html | string | number | null | undefined | false | readonly Part[]

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Every value is escaped unless it is HTML already, so no text can become markup. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + textOf(parts[index - 1]) + string))
}

function textOf(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(textOf).join('')
  return String(part).replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
}

/** Markdown of a description or guide: paragraphs, `- ` lists, tables, `code` and **strong**. */
export function prose(text: string): Html[] {
  if (text.trim() === '') return []
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((block) => {
      const lines = block.split('\n').map((line) => line.trim())
      if (lines.every((line) => line.startsWith('|'))) return proseTable(lines)
      if (!lines.every((line) => /^[-*] /.test(line)))
        return html`<p>${inline(lines.join(' '))}</p>`
      return html`<ul class="points">${lines.map((line) => html`<li>${inline(line.slice(2))}</li>`)}</ul>`
    })
}

function proseTable(lines: readonly string[]): Html {
  const [titles = [], , ...rows] = lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
  return table(
    titles,
    rows.map((cells) => cells.map(inline)),
  )
}

/** One line of prose, with `code` set as code and **strong** as strong. */
export function inline(text: string): Part[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.length > 2 && part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`
    if (part.length > 4 && part.startsWith('**')) return html`<strong>${part.slice(2, -2)}</strong>`
    return part
  })
}

/** A table whose cells are HTML; on a narrow screen it scrolls by itself. */
export function table(titles: readonly string[], rows: readonly (readonly Part[])[]): Html {
  const head = titles.map((title) => html`<th scope="col">${title}</th>`)
  const body = rows.map(([first, ...others]) => {
    const cells = others.map((cell) => html`<td>${cell}</td>`)
    return html`<tr><th scope="row">${first}</th>${cells}</tr>`
  })
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${titles.join(', ')}"><table>
    <thead><tr>${head}</tr></thead>
    <tbody>${body}</tbody>
  </table></div>`
}
