import { element, inline, prose } from './dom.js'
import { exampleOf } from './schema.js'
import { parameterType, schemaTree } from './schema-tree.js'
import { tryIt } from './try-it.js'

const ROOTS = { free: 'Free', pro: 'Pro', bridge: 'Bridge' }

/** The small mark that says which root an operation belongs to. */
export function rootBadge(root) {
  return element('span', { class: `badge ${root}` }, ROOTS[root] ?? root)
}

/** One operation: what it is, what it takes, what it gives, and the form to try it. */
export function operationView(operation, resolve) {
  const good = operation.responses.filter((response) => /^[23]/.test(response.status))
  const bad = operation.responses.filter((response) => !/^[23]/.test(response.status))
  return element(
    'article',
    { class: 'operation' },
    element(
      'div',
      { class: 'about' },
      heading(operation),
      prose(operation.description),
      parameterTable(operation.parameters, resolve),
      requestBody(operation.body, resolve),
      good.map((response) => success(response, resolve)),
      errorTable(bad),
    ),
    element('aside', { class: 'side', 'aria-label': 'Try it' }, tryIt(operation, resolve)),
  )
}

function heading(operation) {
  return element(
    'header',
    {},
    element(
      'p',
      { class: 'crumb' },
      operation.tag,
      rootBadge(operation.root),
      operation.deprecated && element('span', { class: 'badge' }, 'Deprecated'),
    ),
    element('h1', { tabindex: '-1' }, operation.summary || operation.id),
    element(
      'p',
      { class: 'address' },
      element('span', { class: 'method' }, operation.method),
      ' ',
      pathCode(operation.path),
    ),
    operation.root === 'pro' &&
      element(
        'p',
        { class: 'quiet' },
        inline('Needs an API key, best sent in the header `X-API-Key`.'),
      ),
  )
}

/** The path breaks after its slashes, not inside its words. */
function pathCode(path) {
  const parts = path.split(/(?<=\/)/).flatMap((part) => [part, element('wbr')])
  return element('code', {}, parts)
}

function parameterTable(parameters, resolve) {
  if (parameters.length === 0) return null
  const row = (parameter) =>
    element(
      'tr',
      {},
      element(
        'th',
        { scope: 'row' },
        element('code', {}, parameter.name),
        element(
          'span',
          { class: 'quiet tiny' },
          parameter.required ? `${parameter.in}, required` : parameter.in,
        ),
      ),
      element('td', {}, parameterType(parameter.schema, resolve)),
      element('td', {}, prose(parameter.description), parameterExample(parameter)),
    )
  return element(
    'section',
    {},
    element('h2', {}, 'Parameters'),
    table(['Name', 'Takes', 'Meaning'], parameters.map(row)),
  )
}

function parameterExample({ example, schema }) {
  const given = example ?? schema?.example ?? schema?.examples?.[0]
  if (given === undefined) return null
  return element(
    'p',
    { class: 'quiet' },
    'Example ',
    element('code', {}, typeof given === 'string' ? given : JSON.stringify(given)),
  )
}

function table(titles, rows) {
  const head = titles.map((title) => element('th', { scope: 'col' }, title))
  return element(
    'div',
    { class: 'scroll' },
    element('table', {}, element('thead', {}, element('tr', {}, head)), element('tbody', {}, rows)),
  )
}

function requestBody(body, resolve) {
  if (!body) return null
  return element(
    'section',
    {},
    element('h2', {}, 'Request body'),
    element(
      'p',
      { class: 'quiet' },
      [body.type, body.required ? 'required' : 'optional'].filter(Boolean).join(', '),
    ),
    prose(body.description),
    body.schema && schemaTree(body.schema, resolve),
  )
}

function success(response, resolve) {
  const declared = response.example !== undefined
  const example = declared
    ? response.example
    : response.schema && exampleOf(response.schema, resolve)
  return element(
    'section',
    {},
    element('h2', {}, 'Response ', element('span', { class: 'status' }, response.status)),
    prose(response.description),
    response.schema && schemaTree(response.schema, resolve),
    example !== undefined && exampleBlock(example, declared),
  )
}

function exampleBlock(example, declared) {
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  return element(
    'details',
    { class: 'example', open: text.length < 2500 },
    element(
      'summary',
      {},
      'Example',
      !declared && element('span', { class: 'quiet tiny' }, 'made from the schema'),
    ),
    element('pre', { tabindex: '0' }, element('code', {}, text)),
  )
}

function errorTable(responses) {
  if (responses.length === 0) return null
  const rows = responses.map((response) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, element('code', {}, response.status)),
      element('td', {}, prose(response.description)),
    ),
  )
  return element('section', {}, element('h2', {}, 'Errors'), table(['Status', 'When'], rows))
}
