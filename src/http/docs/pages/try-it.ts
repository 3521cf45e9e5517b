import type { DescribedForm, DescribedParameter } from '../describe-form.ts'
import { bodyText, exampleText, type FormRequest } from '../form-request.ts'
import { type Html, html, type Part } from '../html.ts'
import { flatten, type Resolve } from '../schema.ts'

/** The form that sends one operation; scripts of the page make it work. */
export function tryIt(request: FormRequest, described: DescribedForm, id: string): Html {
  const { addresses } = request
  const needsKey = addresses.some(({ root }) => root === 'pro')
  const options = addresses.map(
    ({ root, path }, index) =>
      html`<option value="${index}">${root === 'pro' ? 'Pro' : 'Free'}: ${path}</option>`,
  )
  return html`<form class="try scripted" data-request="${JSON.stringify(request)}" novalidate autocomplete="off">
    <details open><summary><h2>Try it</h2></summary>
    ${addresses.length > 1 && field({ id: `${id}-address`, name: 'Address', note: '' }, (inputId) => html`<select id="${inputId}" data-part="address">${options}</select>`)}
    ${needsKey && keyField(id)}
    ${described.parameters.map((parameter) => parameterField(parameter, described.resolve, id))}
    ${described.body && bodyField(described.body.example, id)}
    <button type="submit" class="primary">Send</button>
    <div class="result" aria-live="polite"></div></details>
  </form>`
}

function field(
  { id, name, note }: { id: string; name: string; note: string },
  input: (id: string) => Html,
): Html {
  const mark = note !== '' && html`<span class="faint">${note}</span>`
  return html`<div class="field"><label for="${id}">${name} ${mark}</label>${input(id)}</div>`
}

function parameterField(parameter: DescribedParameter, resolve: Resolve, formId: string): Html {
  const { name, in: place, required } = parameter
  const note = required ? `${place}, required` : place
  const id = `${formId}-${place}-${name}`
  return field({ id, name, note }, () => parameterInput(parameter, resolve, id))
}

function parameterInput(parameter: DescribedParameter, resolve: Resolve, id: string): Html {
  const { name, in: place, required, schema, example } = parameter
  const flat = flatten(schema, resolve)
  const common = html`id="${id}" data-part="${place} ${name}"${required && html` aria-required="true"`}`
  const values = flat.enum ?? (flat.type === 'boolean' ? [true, false] : undefined)
  if (values !== undefined)
    return html`<select ${common}>${options(values, required, example)}</select>`
  const isNumber = flat.type === 'number' || flat.type === 'integer'
  const mode: Part = isNumber && html` inputmode="decimal"`
  const shown = required
    ? html`value="${exampleText(example)}"`
    : html`placeholder="${exampleText(example)}"`
  return html`<input type="text" ${common}${mode} spellcheck="false" ${shown}>`
}

function options(values: readonly unknown[], required: boolean, example: unknown): Html[] {
  const choices = values.map(
    (value) =>
      html`<option${required && value === example && html` selected`}>${String(value)}</option>`,
  )
  return required ? choices : [html`<option value="">(not sent)</option>`, ...choices]
}

function bodyField(example: unknown, formId: string): Html {
  return field(
    { id: `${formId}-body`, name: 'Body', note: 'application/json, required' },
    (id) =>
      html`<textarea id="${id}" data-part="body" rows="6" spellcheck="false">${bodyText(example)}</textarea>`,
  )
}

function keyField(formId: string): Html {
  return field(
    { id: `${formId}-key`, name: 'API key', note: 'for pro; empty: the pass of this browser' },
    (id) =>
      html`<input id="${id}" data-part="key" type="password" autocomplete="off" spellcheck="false" placeholder="alm_…">`,
  )
}
