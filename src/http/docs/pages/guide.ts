import { buildRequest } from '../browser/request.js'
import { listSamples, type Sample } from '../browser/samples.js'
import type { Guide, GuideExample, GuideSection } from '../guides/guide.ts'
import { type Html, html, inline, prose, table } from '../html.ts'
import type { Place } from '../reference.ts'
import { sampleTabs } from './sample-tabs.ts'

export function renderGuide(guide: Guide, place: Place): Html {
  return html`<article class="guide">
    <div class="page-head"><p class="crumb"><a href="${place.root}docs">Reference</a> / Guides</p>
      <h1>${guide.title}</h1><p>${guide.summary}</p></div>
    ${guide.sections.map((section, index) => renderSection(section, index, place))}
  </article>`
}

function renderSection(
  { title, text, rows, example, after }: GuideSection,
  index: number,
  place: Place,
): Html {
  const samples = example && guideSamples(example, place)
  return html`<section class="block">
    ${title !== undefined && html`<h2>${title}</h2>`}
    ${prose(text)}
    ${
      rows &&
      table(
        rows.titles,
        rows.rows.map((cells) => cells.map(inline)),
      )
    }
    ${samples && sampleTabs(samples, `example-${index}`)}
    ${example?.status !== undefined && html`<p class="dim">Answers ${example.status}.</p>`}
    ${after !== undefined && prose(after)}
  </section>`
}

/** A guide shows addresses, which the client of an operation would hide. */
export function guideSamples(
  { path: written, method = 'GET', body, needsKey = false }: GuideExample,
  { origin, nowSec }: Pick<Place, 'origin' | 'nowSec'>,
): Sample[] {
  const path = written.replace('{now}', new Date(nowSec * 1000).toISOString())
  const request = buildRequest({ method, path, parameters: [] }, { values: {}, body, origin })
  const isJson = !/format(=|": ")csv/.test(`${path}${body}`)
  const samples = listSamples(request, {
    ...{ origin, needsKey, statement: undefined },
    kind: isJson ? 'response' : 'file',
    client: { group: '', name: '', needsKey },
  })
  return samples.filter(({ id }) => id !== 'client')
}
