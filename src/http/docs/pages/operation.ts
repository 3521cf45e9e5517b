import { type DescribedForm, type DescribedParameter, describeForm } from '../describe-form.ts'
import type { Entry, Form } from '../entries.ts'
import { explorerPageOf } from '../explorer-pages.ts'
import { statementOf } from '../facts-behind.ts'
import { exampleSamples } from '../form-request.ts'
import { type Html, html, prose, table } from '../html.ts'
import type { Place, Reference } from '../reference.ts'
import { exampleText } from '../samples.ts'
import type { Resolve } from '../schema.ts'
import { rootMark, sampleTabs } from './parts.ts'
import { parameterType, schemaTree } from './schema-tree.ts'

/** One operation: what it is, where, what it takes and gives, samples and where to try it. */
export function renderOperation(entry: Entry, reference: Reference, place: Place): Html {
  const { route, forms } = entry
  const group = reference.groups.find(({ entries }) => entries.includes(entry))
  const page = reference.hasExplorer ? explorerPageOf(route, place.nowSec) : undefined
  const statement = statementOf(route, reference.facts)
  const { hasExplorer } = reference
  const options = { place, statement, hasExplorer, isOnly: forms.length === 1 }
  return html`<article>
    <div class="page-head">
      <p class="crumb"><a href="${place.root}docs">Reference</a> / ${group?.name}</p>
      <h1>${route.summary}</h1>
    </div>
    <div class="lead">${prose(route.describe)}</div>
    <ul class="paths">${forms.flatMap(pathLines)}</ul>
    ${page !== undefined && html`<p class="drawn">Drawn in the explorer: <a href="${place.root}app${page}">app${decodeURIComponent(page)}</a></p>`}
    ${forms.map((form, index) => renderForm(form, index, options))}
    ${reads(entry, place)}
  </article>`
}

function pathLines({ method, paths }: Form): Html[] {
  return paths.map(
    ({ root, path }) =>
      html`<li>${rootMark(root)} <code><b>${method}</b> ${breakable(path)}</code></li>`,
  )
}

/** The path breaks after its slashes, not inside its words. */
function breakable(path: string): Html[] {
  return path.split(/(?<=\/)/).map((part) => html`${part}<wbr>`)
}

interface FormOptions extends Record<'hasExplorer' | 'isOnly', boolean> {
  place: Place
  statement: string | undefined
}

function renderForm(
  form: Form,
  index: number,
  { place, statement, hasExplorer, isOnly }: FormOptions,
): Html {
  const described = describeForm(form, place.nowSec)
  const samples = exampleSamples(form, described, { origin: place.origin, statement })
  const [{ path }] = form.paths
  return html`<div class="form with-side">
    <aside aria-label="Examples of ${form.method} ${path}">
      ${sampleTabs(samples, `form-${index}-language`)}
      ${hasExplorer && consoleLink(form, place)}
    </aside>
    <div>
      ${!isOnly && html`<h2 class="form-name">${form.method} ${path}</h2>`}
      ${parameterSection(described.parameters, described.resolve)}
      ${described.body && html`<section class="block"><h2>Body</h2>${schemaTree(described.body.schema, described.resolve)}</section>`}
      ${responseSection(described)}
      ${errorSection(described)}
    </div>
  </div>`
}

/** The explorer's console sends what only reads and ends. */
function consoleLink({ method, client, endpoint }: Form, { root }: Place) {
  const [{ kind, reads }] = endpoint.routes
  if (kind === 'stream' || (method !== 'GET' && reads.length === 0)) return null
  return html`<p class="try"><a class="link" href="${root}app/query?op=${client.name}">Try it</a></p>`
}

function parameterSection(parameters: readonly DescribedParameter[], resolve: Resolve) {
  if (parameters.length === 0) return null
  const rows = parameters.map((parameter) => [
    html`<code>${parameter.name}</code><span class="faint">${parameter.in}${parameter.required && ', required'}</span>`,
    parameterType(parameter.schema, resolve),
    html`${prose(parameter.description)}<p class="dim">Example <code>${exampleText(parameter.example)}</code></p>`,
  ])
  return html`<section class="block"><h2>Parameters</h2>${table(['Name', 'Takes', 'Meaning'], rows)}</section>`
}

function responseSection({ response, resolve }: DescribedForm): Html {
  const { type, schema, example } = response
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  return html`<section class="block"><h2>Answer</h2>
    <p class="dim">${type}</p>
    ${schemaTree(schema, resolve)}
    <details class="example"><summary>Example</summary><pre tabindex="0" role="region" aria-label="Example of the response"><code>${text}</code></pre></details>
  </section>`
}

function errorSection({ responses }: DescribedForm): Html {
  const rows = responses
    .filter(({ status }) => status !== '200')
    .map(({ status, description }) => [html`<code>${status}</code>`, prose(description)])
  return html`<section class="block"><h2>Other answers</h2>${table(['Status', 'When'], rows)}</section>`
}

/** The facts that a response is made from, which SQL can ask. */
function reads({ route }: Entry, { root }: Place) {
  const names = [...new Set(route.reads)]
  if (names.length === 0) return null
  const links = names.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)
  return html`<section class="block"><h2>Made from</h2>
    <p>${links}. <a href="${root}docs/formats">SQL</a> asks these facts as they are; <a href="${root}docs/getProvenance">provenance</a> shows the rows behind a response.</p></section>`
}
