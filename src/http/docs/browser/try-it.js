import { element } from './dom.js'
import { buildRequest } from './request.js'
import { responseView } from './response-view.js'
import { listSamples } from './samples.js'

const KEY_NAME = 'almanac.key'
// The files of the pages lie in <service>/docs/, wherever a proxy has put the service.
const origin = new URL('..', import.meta.url).href.replace(/\/$/, '')

/** Makes one form send its operation, and its samples follow what is filled in. */
export function addTryIt(part) {
  const form = part.querySelector('form')
  // A stream does not end: it has samples alone.
  if (form === null) return
  const declared = JSON.parse(form.dataset.request)
  // On a narrow screen the form stands above what is read first.
  form.querySelector('details').open = matchMedia('(min-width: 1181px)').matches
  const fields = new Map(
    [...form.querySelectorAll('[data-part]')].map((input) => [input.dataset.part, input]),
  )
  const key = fields.get('key')
  if (key) key.value = sessionStorage.getItem(KEY_NAME) ?? ''
  const read = () => readForm(declared, fields)
  const refresh = () => {
    const { request, needsKey } = read()
    for (const { id, text } of listSamples(request, { ...declared, origin, needsKey }))
      part.querySelector(`.panel[data-language="${id}"] code`).textContent = text
  }
  form.addEventListener('input', () => {
    if (key) sessionStorage.setItem(KEY_NAME, key.value.trim())
    refresh()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const { request, needsKey } = read()
    if (!markMissing(fields, request.missing))
      run(form, request, { key: key?.value.trim() ?? '', needsKey })
  })
  refresh()
}

function readForm(declared, fields) {
  const address = declared.addresses[Number(fields.get('address')?.value ?? 0)]
  const values = Object.fromEntries([...fields].map(([part, input]) => [part, input.value.trim()]))
  const request = buildRequest(
    { ...declared, path: address.path },
    { values, body: values.body, origin },
  )
  return { request, needsKey: address.root === 'pro' }
}

/** Whether something required is missing: it is marked, and the first of it is focused. */
function markMissing(fields, missing) {
  const names = new Set(missing.map(({ name, in: place }) => `${place} ${name}`))
  for (const [part, input] of fields) input.toggleAttribute('aria-invalid', names.has(part))
  const [first] = names
  fields.get(first)?.focus()
  return names.size > 0
}

async function run(form, request, access) {
  const send = form.querySelector('.primary')
  const result = form.querySelector('.result')
  send.disabled = true
  send.textContent = 'Sending …'
  result.replaceChildren()
  try {
    result.replaceChildren(...responseView(await exchange(request, access)).filter(Boolean))
  } catch (error) {
    result.replaceChildren(element('p', { class: 'callout bad' }, `No answer: ${error.message}`))
  } finally {
    send.disabled = false
    send.textContent = 'Send'
  }
}

/** Without a key, the pass of this browser is asked for, which the service gives or refuses. */
async function exchange({ method, url, body }, { key, needsKey }) {
  const usesPass = needsKey && key === ''
  if (usesPass)
    await fetch(`${origin}/app/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    })
  const startedMs = performance.now()
  const response = await fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(needsKey && key !== '' ? { 'X-API-Key': key } : {}),
    },
    ...(body === undefined ? {} : { body }),
    cache: 'no-cache',
    credentials: usesPass ? 'same-origin' : 'omit',
  })
  const bytes = await response.arrayBuffer()
  return { response, bytes, elapsedMs: performance.now() - startedMs }
}
