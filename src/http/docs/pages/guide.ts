import type { Guide, GuideExample, GuideSection } from '../guides.ts'
import { type Html, html, prose } from '../html.ts'
import type { Place } from '../reference.ts'
import { listSamples, type Sample } from '../samples.ts'
import { sampleTabs } from './parts.ts'

export function renderGuide(guide: Guide, place: Place): Html {
  return html`<article class="guide">
    <div class="page-head"><p class="crumb"><a href="${place.root}docs">Reference</a> / Guides</p>
      <h1>${guide.title}</h1><p>${guide.summary}</p></div>
    ${guide.sections.map((section, index) => renderSection(section, index, place))}
  </article>`
}

function renderSection({ title, parts }: GuideSection, index: number, place: Place): Html {
  return html`<section class="block">
    ${title !== undefined && html`<h2>${title}</h2>`}
    ${parts.map((part, number) =>
      typeof part === 'string'
        ? prose(part)
        : renderExample(part, `example-${index}-${number}`, place),
    )}
  </section>`
}

function renderExample(example: GuideExample, id: string, place: Place): Html {
  return html`${sampleTabs(guideSamples(example, place), id)}
    ${example.status !== undefined && html`<p class="dim">Answers ${example.status}.</p>`}`
}

/** A guide shows paths, which the client of an operation would hide. */
export function guideSamples(
  { path: written, method, body, needsKey }: Omit<GuideExample, 'status'>,
  { origin, nowSec }: Pick<Place, 'origin' | 'nowSec'>,
): Sample[] {
  const path = written.replace('{now}', new Date(nowSec * 1000).toISOString())
  const request = { method, url: `${origin}${path}`, body, values: [] }
  const isJson = !/format(=|": ")csv/.test(`${path}${body}`)
  const samples = listSamples(request, {
    ...{ origin, needsKey },
    kind: isJson ? 'response' : 'file',
    client: { group: '', name: '', needsKey },
  })
  return samples.filter(({ id }) => id !== 'client')
}
