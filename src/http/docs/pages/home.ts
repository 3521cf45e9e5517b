import { type Html, html, inline } from '../html.ts'
import type { Group, Place, Reference } from '../reference.ts'
import { guideSamples } from './guide.ts'
import { rootMarks, sampleTabs } from './parts.ts'

const FIRST_EXAMPLE = {
  ...{ method: 'GET', path: '/v2/chains?limit=2' },
  ...{ needsKey: false, body: undefined },
}

/** The first page: guides, and every operation by its group. */
export function renderHome(reference: Reference, place: Place): Html {
  const { root } = place
  const { guides, groups, hasExplorer } = reference
  const files = `${root}docs/`
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  const guideList = guides.map(
    ({ id, title, summary }) =>
      html`<li><a class="link" href="${files}${id}">${title}</a><span class="dim">${summary}</span></li>`,
  )
  return html`
    <div class="page-head"><h1>Build on Almanac</h1>
      <p>${count} operations in ${groups.length} groups, each with an example that works here.</p></div>
    <p class="lead">Every figure of the service is at a URL of its own, as JSON or as a table, now or as it was known at any earlier time.
      ${hasExplorer && html`The pages of the <a href="${root}app">explorer</a> are made from the same operations.`}
      The whole contract is one <a href="${root}openapi.json">OpenAPI 3.1 document</a>.</p>
    <section class="block first"><h2>Quick start</h2>
      <p>Free operations need no key. <a href="${files}quick-start">Five steps</a> lead from here to keys, the past, tables and SQL.</p>
      ${sampleTabs(guideSamples(FIRST_EXAMPLE, place), 'first')}</section>
    <section class="block"><h2>Guides</h2><ul class="guides">${guideList}</ul></section>
    ${groups.map((group) => groupSection(group, files))}`
}

function groupSection({ name, description, entries }: Group, files: string): Html {
  const rows = entries.map(
    ({ id, route, forms }) => html`<li id="${id}">
      <a href="${files}${id}">${route.summary}</a>
      <code>${forms[0].method} ${forms[0].paths[0].path}</code>
      <span class="roots">${rootMarks(forms)}</span>
    </li>`,
  )
  return html`<section class="block"><h2>${name}</h2>
    <p class="dim">${inline(description)}</p>
    <ul class="operations">${rows}</ul></section>`
}
