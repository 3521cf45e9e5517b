import { element } from './dom.js'
import { prettyJson } from './pretty-json.js'

const SHOWN_LIMIT = 200 * 1024
const HEADERS = [
  'Content-Type',
  'ETag',
  'Cache-Control',
  'Age',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Credits-Remaining',
  'X-As-Of-Run',
  'X-Data-Source',
  'X-Request-Id',
]

let openedBody

/** What came back: status, time, size, the headers worth reading, and the body. */
export function responseView({ response, bytes, elapsedMs }) {
  const text = new TextDecoder().decode(bytes)
  const isJson = (response.headers.get('content-type') ?? '').includes('json')
  const shown = isJson
    ? prettyJson(text, SHOWN_LIMIT)
    : { text: text.slice(0, SHOWN_LIMIT), truncated: text.length > SHOWN_LIMIT }
  const body = element(
    'pre',
    { tabindex: '0', role: 'region', 'aria-label': 'Body of the answer' },
    element('code', {}, shown.text),
  )
  return [
    element(
      'p',
      { class: 'outcome' },
      element(
        'strong',
        { class: response.ok ? 'good' : 'bad' },
        `${response.status} ${response.statusText}`.trim(),
      ),
      element('span', {}, `${Math.round(elapsedMs)} ms`),
      element('span', {}, sizeText(bytes.byteLength)),
    ),
    headerList(response.headers),
    shown.truncated && truncationNote(bytes, isJson),
    bytes.byteLength > 0 &&
      element(
        'div',
        { class: 'panel shown' },
        element('button', { type: 'button', class: 'copy' }, 'Copy'),
        body,
      ),
  ]
}

function headerList(headers) {
  const present = HEADERS.filter((name) => headers.has(name))
  return element(
    'dl',
    { class: 'headers' },
    present.map((name) =>
      element('div', {}, element('dt', {}, name), element('dd', {}, headers.get(name))),
    ),
  )
}

/**
 * The link opens the bytes already here, since a new request would lack the key; never as HTML,
 * which could run.
 */
function truncationNote(bytes, isJson) {
  if (openedBody) URL.revokeObjectURL(openedBody)
  openedBody = URL.createObjectURL(
    new Blob([bytes], { type: isJson ? 'application/json' : 'text/plain' }),
  )
  return element(
    'p',
    { class: 'callout' },
    `Only the first ${sizeText(SHOWN_LIMIT)} are shown. `,
    element('a', { href: openedBody, target: '_blank', rel: 'noopener' }, 'Open the whole body'),
  )
}

function sizeText(bytes) {
  if (bytes < 1024) return `${bytes} B`
  const kib = bytes / 1024
  return kib < 1024 ? `${kib.toFixed(kib < 10 ? 1 : 0)} KB` : `${(kib / 1024).toFixed(1)} MB`
}
