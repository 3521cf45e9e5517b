import { copyButton, element } from './dom.js'
import { buildRequest, curlLine } from './request.js'
import { responseView } from './response-view.js'
import { exampleOf, flatten } from './schema.js'

const KEY_NAME = 'almanac.key'

/** The form that sends one operation and shows what comes back. */
export function tryIt(operation, resolve) {
  const fields = operation.parameters.map((parameter) => parameterField(parameter, resolve))
  const body = operation.body && bodyField(operation.body, resolve)
  const key = operation.root === 'pro' && keyField()
  const line = element('code', {})
  const result = element('div', { class: 'result', 'aria-live': 'polite' })
  const send = element('button', { type: 'submit', class: 'primary' }, 'Send')
  const form = element(
    'form',
    { class: 'try', novalidate: true, autocomplete: 'off' },
    element('h2', {}, 'Try it'),
    key?.node,
    fields.map((field) => field.node),
    body?.node,
    element('div', { class: 'actions' }, send),
    curlBlock(line),
    result,
  )
  const read = () =>
    buildRequest(operation, {
      values: readValues(fields),
      body: body?.input.value.trim(),
      origin: location.origin,
    })
  const refresh = () => {
    line.textContent = curlLine(read(), { withKey: Boolean(key) })
  }
  form.addEventListener('input', refresh)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const request = read()
    if (markMissing(fields, request.missing)) return
    run({ request, key: key ? key.input.value.trim() : '', send, result })
  })
  refresh()
  return form
}

async function run({ request, key, send, result }) {
  send.disabled = true
  send.textContent = 'Sending …'
  result.replaceChildren()
  try {
    const outcome = await exchange(request, key)
    result.replaceChildren(...responseView(outcome).filter(Boolean))
  } catch (error) {
    result.replaceChildren(element('p', { class: 'callout bad' }, `No answer: ${error.message}`))
  } finally {
    send.disabled = false
    send.textContent = 'Send'
  }
}

async function exchange(request, key) {
  const startedMs = performance.now()
  const response = await fetch(request.url, {
    method: request.method,
    headers: { ...request.headers, ...(key ? { 'X-API-Key': key } : {}) },
    ...(request.body === undefined ? {} : { body: request.body }),
    cache: 'no-cache',
    credentials: 'omit',
  })
  const bytes = await response.arrayBuffer()
  return { response, bytes, elapsedMs: performance.now() - startedMs }
}

const readValues = (fields) =>
  Object.fromEntries(
    fields.map(({ parameter, input }) => [`${parameter.in} ${parameter.name}`, input.value.trim()]),
  )

function markMissing(fields, missing) {
  for (const { parameter, input } of fields) {
    input.toggleAttribute('aria-invalid', missing.includes(parameter))
  }
  fields.find(({ parameter }) => missing.includes(parameter))?.input.focus()
  return missing.length > 0
}

function parameterField(parameter, resolve) {
  const flat = flatten(parameter.schema, resolve)
  const example = firstOf(
    parameter.example,
    Object.values(parameter.examples ?? {})[0]?.value,
    flat.example,
    flat.examples?.[0],
  )
  const input = parameterInput(parameter, { flat, example })
  return {
    parameter,
    input,
    node: labelled(input, {
      name: parameter.name,
      place: parameter.in,
      required: parameter.required,
    }),
  }
}

function parameterInput(parameter, { flat, example }) {
  const id = `field-${parameter.in}-${parameter.name}`
  const values = flat.enum ?? (flat.type === 'boolean' ? [true, false] : undefined)
  if (values)
    return choice({
      id,
      values,
      chosen: parameter.required ? firstOf(example, values[0]) : undefined,
    })
  const numeric = flat.type === 'number' || flat.type === 'integer'
  const input = element('input', {
    id,
    type: 'text',
    spellcheck: 'false',
    inputmode: numeric ? 'decimal' : undefined,
  })
  const shown = firstOf(asText(example), asText(flat.default), '')
  if (parameter.required) input.value = shown
  else input.placeholder = shown
  return input
}

function choice({ id, values, chosen }) {
  const options = values.map((value) =>
    element('option', { value: String(value), selected: value === chosen }, String(value)),
  )
  return element(
    'select',
    { id },
    chosen === undefined && element('option', { value: '' }, '(not sent)'),
    options,
  )
}

function labelled(input, { name, place, required }) {
  const label = element(
    'label',
    { for: input.id },
    name,
    element('span', { class: 'quiet tiny' }, required ? `${place}, required` : place),
  )
  if (required) input.setAttribute('aria-required', 'true')
  return element('div', { class: 'field' }, label, input)
}

function bodyField(body, resolve) {
  const example = body.example ?? (body.schema && exampleOf(body.schema, resolve))
  const input = element('textarea', { id: 'field-body', rows: '6', spellcheck: 'false' })
  if (example !== undefined) input.value = JSON.stringify(example, null, 2)
  return {
    input,
    node: labelled(input, { name: 'Body', place: body.type ?? 'body', required: body.required }),
  }
}

/** The key lives as long as the tab does, and leaves it only in a header. */
function keyField() {
  const input = element('input', {
    id: 'field-key',
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'alm_…',
  })
  input.value = sessionStorage.getItem(KEY_NAME) ?? ''
  input.addEventListener('input', () => sessionStorage.setItem(KEY_NAME, input.value.trim()))
  const label = element(
    'label',
    { for: input.id },
    'API key',
    element('span', { class: 'quiet tiny' }, 'sent as X-API-Key, kept for this tab'),
  )
  return { input, node: element('div', { class: 'field' }, label, input) }
}

function curlBlock(line) {
  const pre = element(
    'pre',
    { class: 'wrap', tabindex: '0', 'aria-label': 'The request as a curl line' },
    line,
  )
  return element(
    'div',
    { class: 'code' },
    copyButton(() => line.textContent, pre),
    pre,
  )
}

const firstOf = (...values) => values.find((value) => value !== undefined)
const asText = (value) => {
  if (value === undefined) return undefined
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
